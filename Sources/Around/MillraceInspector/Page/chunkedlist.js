/// A list that finds, inserts and removes elements in O(√n) or better, also by their keys: the rows of a state. A plain
/// array of 100,000 rows takes seconds where rows come and go.
///
/// Each element has a key, or none has one. The elements are in chunks of some hundreds; a map tells each key's chunk.
class ChunkedList {
    /// Kind is what the list is in the recording: "l" rows with identities, "d" a dictionary, "s" a set, "p" a plain list.
    constructor(kind, keys, values) {
        this.kind = kind;
        this.length = values.length;
        this.chunks = [];
        this.chunkOfKey = keys ? new Map() : null;
        for (let start = 0; start < values.length; start += ChunkedList.chunkSize) {
            const end = start + ChunkedList.chunkSize;
            const chunk = { keys: keys ? keys.slice(start, end) : null, values: values.slice(start, end) };
            this.chunks.push(chunk);
            if (keys) for (const key of chunk.keys) this.chunkOfKey.set(key, chunk);
        }
    }

    /// The chunk in which an index is, and where: `{ chunk, offset, number }`. The end is in the last chunk.
    place(index) {
        let offset = index;
        for (let number = 0; number < this.chunks.length; number++) {
            const chunk = this.chunks[number];
            if (offset < chunk.values.length || (offset === chunk.values.length && number === this.chunks.length - 1)) {
                return { chunk, offset, number };
            }
            offset -= chunk.values.length;
        }
        return null;
    }

    valueAt(index) {
        const { chunk, offset } = this.place(index);
        return chunk.values[offset];
    }

    has(key) {
        return this.chunkOfKey.has(key);
    }

    get(key) {
        const chunk = this.chunkOfKey.get(key);
        return chunk === undefined ? undefined : chunk.values[chunk.keys.indexOf(key)];
    }

    /// Replaces the value of a key by what is made of it. Returns whether there is one.
    update(key, make) {
        const chunk = this.chunkOfKey.get(key);
        if (chunk === undefined) return false;
        const offset = chunk.keys.indexOf(key);
        chunk.values[offset] = make(chunk.values[offset]);
        return true;
    }

    updateAt(index, make) {
        const { chunk, offset } = this.place(index);
        chunk.values[offset] = make(chunk.values[offset]);
    }

    indexOf(key) {
        const chunk = this.chunkOfKey.get(key);
        if (chunk === undefined) return -1;
        let index = chunk.keys.indexOf(key);
        for (const other of this.chunks) {
            if (other === chunk) return index;
            index += other.values.length;
        }
        return -1;
    }

    insert(index, key, value) {
        if (this.chunks.length === 0) this.chunks.push({ keys: this.chunkOfKey ? [] : null, values: [] });
        const { chunk, offset, number } = this.place(index);
        chunk.values.splice(offset, 0, value);
        if (this.chunkOfKey) {
            chunk.keys.splice(offset, 0, key);
            this.chunkOfKey.set(key, chunk);
        }
        this.length++;
        if (chunk.values.length > 2 * ChunkedList.chunkSize) this.split(chunk, number);
    }

    split(chunk, number) {
        const half = chunk.values.length >> 1;
        const other = { keys: chunk.keys ? chunk.keys.splice(half) : null, values: chunk.values.splice(half) };
        this.chunks.splice(number + 1, 0, other);
        if (other.keys) for (const key of other.keys) this.chunkOfKey.set(key, other);
    }

    removeAt(index) {
        const { chunk, offset, number } = this.place(index);
        chunk.values.splice(offset, 1);
        if (this.chunkOfKey) this.chunkOfKey.delete(chunk.keys.splice(offset, 1)[0]);
        this.length--;
        if (chunk.values.length === 0) this.chunks.splice(number, 1);
    }

    /// Where a key goes among keys in order.
    sortedIndex(key) {
        let index = 0;
        for (const chunk of this.chunks) {
            if (chunk.keys[chunk.keys.length - 1] < key) {
                index += chunk.values.length;
                continue;
            }
            let low = 0, high = chunk.keys.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (chunk.keys[middle] < key) low = middle + 1; else high = middle;
            }
            return index + low;
        }
        return index;
    }

    /// The elements from start to end, as pairs of a key and a value.
    slice(start, end) {
        const pairs = [];
        let first = 0;
        for (const chunk of this.chunks) {
            const next = first + chunk.values.length;
            if (next > start) {
                for (let i = Math.max(start, first); i < Math.min(end, next); i++) {
                    pairs.push([chunk.keys ? chunk.keys[i - first] : null, chunk.values[i - first]]);
                }
            }
            first = next;
            if (first >= end) break;
        }
        return pairs;
    }
}
ChunkedList.chunkSize = 128;
