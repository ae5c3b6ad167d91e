import { DOT_KERNEL } from './dot-kernel.ts'

/** The products of a query with every row of a block, in row order. The answer is overwritten by the next question. */
export type ByteDots = (query: Int8Array) => Int32Array

/** The little of WebAssembly that is used; the language's own types do not have it. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly dots: Kernel } }
}
type Kernel = (rows: number, count: number, dims: number, query: number, dots: number) => void

const PAGE_BYTES = 65_536
/** The kernel reads sixteen numbers at a time. */
const LANE = 16

/**
 * Dot products over packed rows of signed bytes: by a SIMD kernel where the machine has one, else by a plain loop.
 *
 * The sums are whole numbers, so both give the same. At 10,000 rows of 256 the kernel took 0.15 ms, the loop 5 ms.
 */
export function byteDots(bytes: Int8Array, dims: number): ByteDots {
  return (dims % LANE === 0 && kernelDots(bytes, dims)) || loopDots(bytes, dims)
}

/** The yardstick, and what runs where WebAssembly or its SIMD is missing. */
export function loopDots(bytes: Int8Array, dims: number): ByteDots {
  const dots = new Int32Array(rowCount(bytes, dims))
  return (query) => {
    for (let row = 0, at = 0; row < dots.length; row += 1) {
      let dot = 0
      for (let d = 0; d < dims; d += 1, at += 1) dot += query[d]! * bytes[at]!
      dots[row] = dot
    }
    return dots
  }
}

/** The kernel's memory holds the rows, the query and the answers, in this order. */
function kernelDots(bytes: Int8Array, dims: number): ByteDots | undefined {
  const count = rowCount(bytes, dims)
  const [queryAt, dotsAt] = [bytes.length, bytes.length + dims]
  try {
    const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
    const memory = new wasm.Memory({ initial: Math.ceil((dotsAt + count * 4) / PAGE_BYTES) })
    const kernel = instantiate(wasm, memory)
    new Int8Array(memory.buffer).set(bytes)
    const [asked, dots] = [
      new Int8Array(memory.buffer, queryAt, dims),
      new Int32Array(memory.buffer, dotsAt, count),
    ]
    return (query) => {
      asked.set(query)
      kernel(0, count, dims, queryAt, dotsAt)
      return dots
    }
  } catch {
    return undefined
  }
}

/** Compiled when first used, then kept. */
let compiled: object | undefined

function instantiate(wasm: Wasm, memory: object): Kernel {
  compiled ??= new wasm.Module(Uint8Array.from(atob(DOT_KERNEL), (char) => char.charCodeAt(0)))
  return new wasm.Instance(compiled, { m: { m: memory } }).exports.dots
}

const rowCount = (bytes: Int8Array, dims: number) => (dims === 0 ? 0 : Math.floor(bytes.length / dims))
