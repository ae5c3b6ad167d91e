/** 268 bytes of WebAssembly, compiled from scripts/embedding/cosine-kernel.wat by build-kernel.ts beside it. */
export const COSINE_KERNEL = [
  'AGFzbQEAAAABCwFgB39/f398f38AAggBAW0BbQIAAQMCAQAHCwEHY29zaW5lcwAACtkBAdYBAwN/A3sBfyAFIAFBAnRqIQcgAyAC',
  'aiEJAkADQCAFIAdPDQH9DAAAAAAAAAAAAAAAAAAAAAAhCiADIQgDQCAA/QAEACELIAj9AAQAIQwgCiAL/YcBIAz9hwH9ugEgC/2I',
  'ASAM/YgB/boB/a4B/a4BIQogAEEQaiEAIAhBEGohCCAIIAlJDQALIAUoAgAhDSAGIA1FBHxEAAAAAAAAAAAFIAr9GwAgCv0bAWog',
  'Cv0bAiAK/RsDamq3IAQgDbein6MLOQMAIAVBBGohBSAGQQhqIQYMAAsLCw==',
].join('')

/** Rows of signed bytes, one after the other, initially all 0. */
export interface ByteRows {
  readonly bytes: Int8Array
  readonly squares: Int32Array
  /** The cosine of a query with every row, in row order. The next call overwrites the result. */
  readonly cosines: (query: Int8Array) => Float64Array
}

/** The part of WebAssembly that is used; TypeScript's own types lack it. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly cosines: Kernel } }
}
type Kernel = (...of: readonly [rows: number, count: number, dims: number, query: number, ...Lengths]) => void
type Lengths = readonly [square: number, squares: number, cosines: number]

const PAGE_BYTES = 65_536
/** The kernel reads sixteen numbers at a time. */
const LANE = 16

/**
 * Room for `count` rows, which are compared by `q.r / sqrt(|q|^2 x |r|^2)`, 0 where either is zero: by a SIMD kernel where the machine has one, else by a plain loop.
 *
 * The sums are whole numbers, so both give the same. The plain loop takes twenty times as long even once V8 has optimised it, and a hook ends before that.
 */
export function byteRows(count: number, dims: number): ByteRows {
  return (dims % LANE === 0 && kernelRows(count, dims)) || plainRows(count, dims)
}

/** The reference for the kernel, and the fallback without WebAssembly or its SIMD. */
export function plainRows(count: number, dims: number): ByteRows {
  const [bytes, squares] = [new Int8Array(count * dims), new Int32Array(count)]
  const answers = new Float64Array(count)
  const cosines = (query: Int8Array) => {
    const square = squareOf(query)
    for (let row = 0, at = 0; row < count; row += 1) {
      let dot = 0
      for (let d = 0; d < dims; d += 1, at += 1) dot += query[d]! * bytes[at]!
      answers[row] = square === 0 || squares[row] === 0 ? 0 : dot / Math.sqrt(square * squares[row]!)
    }
    return answers
  }
  return { bytes, squares, cosines }
}

/** The kernel's memory holds the answers, the squares, the rows and the query, in this order. */
function kernelRows(count: number, dims: number): ByteRows | undefined {
  const [squaresAt, rowsAt, queryAt] = [count * 8, count * 12, count * (12 + dims)]
  try {
    const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
    const memory = new wasm.Memory({ initial: Math.ceil((queryAt + dims) / PAGE_BYTES) })
    const kernel = instantiate(wasm, memory)
    const answers = new Float64Array(memory.buffer, 0, count)
    const asked = new Int8Array(memory.buffer, queryAt, dims)
    const cosines = (query: Int8Array) => {
      const square = squareOf(query)
      if (square === 0) return answers.fill(0)
      asked.set(query)
      kernel(rowsAt, count, dims, queryAt, square, squaresAt, 0)
      return answers
    }
    const bytes = new Int8Array(memory.buffer, rowsAt, count * dims)
    return { bytes, squares: new Int32Array(memory.buffer, squaresAt, count), cosines }
  } catch {
    return undefined
  }
}

/** Compiled when first used, then kept. */
let compiled: object | undefined

function instantiate(wasm: Wasm, memory: object): Kernel {
  compiled ??= new wasm.Module(Buffer.from(COSINE_KERNEL, 'base64'))
  return new wasm.Instance(compiled, { m: { m: memory } }).exports.cosines
}

/** Whole numbers, so that the sum is the same on every machine. */
export function squareOf(bytes: Int8Array): number {
  let square = 0
  for (let d = 0; d < bytes.length; d += 1) square += bytes[d]! * bytes[d]!
  return square
}
