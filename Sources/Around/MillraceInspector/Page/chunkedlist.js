/// A list that finds, inserts and removes elements in O(√n) or better, also by their keys: the rows of a state. A plain
/// array of 100,000 rows takes seconds where rows come and go.
///
/// Each element has a key, or none has one. It is in a cell, which knows its chunk of some hundreds; a map tells each
/// key's cell, so that the value of a key is found and replaced in O(1).
class ChunkedList {
    /// Kind is what the list is in the recording: "l" rows with identities, "d" a dictionary, "s" a set, "p" a plain list.
    constructor(kind, keys, values) {
        this.kind = kind;
        this.length = values.length;
        this.chunks = [];
        this.cellOfKey = keys ? new Map() : null;
        for (let start = 0; start < values.length; start += ChunkedList.chunkSize) {
            const chunk = { cells: [] }, end = Math.min(values.length, start + ChunkedList.chunkSize);
            this.chunks.push(chunk);
            for (let i = start; i < end; i++) {
                const cell = { key: keys ? keys[i] : null, value: values[i], chunk };
                chunk.cells.push(cell);
                if (keys) this.cellOfKey.set(cell.key, cell);
            }
        }
    }

    /// The chunk in which an index is, and where: `{ chunk, offset, number }`. The end is in the last chunk.
    place(index) {
        let offset = index;
        const last = this.chunks.length - 1;
        for (let number = 0; number <= last; number++) {
            const chunk = this.chunks[number], { length } = chunk.cells;
            if (offset < length || (offset === length && number === last)) return { chunk, offset, number };
            offset -= length;
        }
        return null;
    }

    cellAt(index) {
        const { chunk, offset } = this.place(index);
        return chunk.cells[offset];
    }

    valueAt(index) { return this.cellAt(index).value; }

    has(key) { return this.cellOfKey.has(key); }

    /// The cell of a key; undefined if there is none. Its value may be replaced.
    cell(key) { return this.cellOfKey.get(key); }

    get(key) { return this.cellOfKey.get(key)?.value; }

    indexOf(key) {
        const cell = this.cellOfKey.get(key);
        if (cell === undefined) return -1;
        let index = cell.chunk.cells.indexOf(cell);
        for (const other of this.chunks) {
            if (other === cell.chunk) return index;
            index += other.cells.length;
        }
        return -1;
    }

    insert(index, key, value) {
        if (this.chunks.length === 0) this.chunks.push({ cells: [] });
        const { chunk, offset, number } = this.place(index), cell = { key, value, chunk };
        chunk.cells.splice(offset, 0, cell);
        if (this.cellOfKey) this.cellOfKey.set(key, cell);
        this.length++;
        if (chunk.cells.length > 2 * ChunkedList.chunkSize) this.split(chunk, number);
    }

    split(chunk, number) {
        const other = { cells: chunk.cells.splice(chunk.cells.length >> 1) };
        this.chunks.splice(number + 1, 0, other);
        for (const cell of other.cells) cell.chunk = other;
    }

    removeAt(index) {
        const { chunk, offset } = this.place(index);
        this.removeFrom(chunk, offset);
    }

    /// Removes the element of a key. Returns whether there was one.
    remove(key) {
        const cell = this.cellOfKey.get(key);
        if (cell === undefined) return false;
        this.removeFrom(cell.chunk, cell.chunk.cells.indexOf(cell));
        return true;
    }

    removeFrom(chunk, offset) {
        const [cell] = chunk.cells.splice(offset, 1);
        if (this.cellOfKey) this.cellOfKey.delete(cell.key);
        this.length--;
        if (chunk.cells.length === 0) this.chunks.splice(this.chunks.indexOf(chunk), 1);
    }

    /// Where a key goes among keys in order.
    sortedIndex(key) {
        let index = 0;
        for (const { cells } of this.chunks) {
            if (cells[cells.length - 1].key < key) {
                index += cells.length;
                continue;
            }
            let low = 0, high = cells.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (cells[middle].key < key) low = middle + 1; else high = middle;
            }
            return index + low;
        }
        return index;
    }

    /// The elements from start to end, as pairs of a key and a value.
    slice(start, end) {
        const pairs = [];
        let first = 0;
        for (const { cells } of this.chunks) {
            const next = first + cells.length;
            if (next > start) {
                for (let i = Math.max(start, first); i < Math.min(end, next); i++) pairs.push([cells[i - first].key, cells[i - first].value]);
            }
            first = next;
            if (first >= end) break;
        }
        return pairs;
    }
}
ChunkedList.chunkSize = 256;
