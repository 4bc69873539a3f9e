/// Verifies the checksums in the lines of a recording, as the writer's `RecordedChain` makes them: FNV-1a of 64 bits over
/// the line behind its checksum, starting with the sum of the line before. In two halves of 32 bits: BigInt is slow.
class ChecksumChain {
    constructor() {
        this.high = 0xCBF29CE4 | 0;
        this.low = 0x84222325 | 0;
    }

    /// Returns whether the bytes from start to end are the next line. If not, the chain does not advance.
    advance(bytes, start, end) {
        const content = start + ChecksumChain.contentOffset;
        if (end - start < ChecksumChain.contentOffset + 1 || !ChecksumChain.isSealed(bytes, start)) return false;
        const digits = start + ChecksumChain.head.length;
        const toldHigh = ChecksumChain.number(bytes, digits), toldLow = ChecksumChain.number(bytes, digits + 8);
        const [high, low] = ChecksumChain.sum(bytes, content, end, this.high, this.low);
        if (toldHigh === null || toldLow === null || high !== toldHigh || low !== toldLow) return false;
        this.high = high;
        this.low = low;
        return true;
    }

    /// The sum of some bytes behind another sum: each byte is put in by exclusive or, and then the whole is multiplied by
    /// 2⁴⁰ + 0x1B3. The low half is multiplied in two parts of 16 bits, so that no product exceeds 31 bits.
    static sum(bytes, start, end, high, low) {
        for (let i = start; i < end; i++) {
            low ^= bytes[i];
            const lower = (low & 0xFFFF) * 0x1B3;
            const upper = (low >>> 16) * 0x1B3 + (lower >>> 16);
            high = (Math.imul(high, 0x1B3) + (upper >>> 16) + (low << 8)) | 0;
            low = (upper << 16) | (lower & 0xFFFF);
        }
        return [high, low];
    }

    static isSealed(bytes, start) {
        const { head, contentOffset } = ChecksumChain;
        for (let i = 0; i < head.length; i++) if (bytes[start + i] !== head[i]) return false;
        return bytes[start + contentOffset - 2] === 0x22 && bytes[start + contentOffset - 1] === 0x2C;
    }

    /// Eight hexadecimal digits as an integer of 32 bits; null if they are none.
    static number(bytes, start) {
        let number = 0;
        for (let i = start; i < start + 8; i++) {
            const byte = bytes[i];
            const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
            if (digit < 0) return null;
            number = (number << 4) | digit;
        }
        return number;
    }
}
ChecksumChain.head = [...'{"sum":"'].map(character => character.charCodeAt(0));
ChecksumChain.contentOffset = ChecksumChain.head.length + 16 + 2;
