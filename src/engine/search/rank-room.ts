import { RANK_KERNEL } from './rank-kernel.ts'

/** The loops of scripts/embedding/rank-kernel.wat, where each is explained. All but `keep`, `count` and measures are places in the memory. */
interface RankKernel {
  readonly cosines0: Cosines
  readonly cosines1: Cosines
  readonly cosines2: Cosines
  readonly cosines3: Cosines
  readonly cosines4: Cosines
  addRow(row: number, dims: number, scale: number, sums: number): void
  weigh(entries: number, count: number, lengths: number, scores: number, ...by: WordScale): void
  add(entries: number, count: number, scores: number, share: number, ...by: Marks): number
  best(...of: readonly [values: number, count: number, least: number, order: number, ...Best]): number
}
/** One of several that do the same: a function of which much is asked is compiled anew, which takes longer than it would take. */
type Cosines = (...of: readonly [rows: number, count: number, dims: number, ...CosineScale]) => void
type CosineScale = readonly [query: number, square: number, squares: number, cosines: number]
type WordScale = readonly [rarity: number, mean: number, saturation: number, share: number]
type Marks = readonly [marks: number, mark: number]
type Best = readonly [keep: number, best: number]

/** The little of WebAssembly that is used; the language's own types do not have it. */
interface Wasm {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: RankKernel }
}

const PAGE_BYTES = 65_536

/** A place in the memory of a kernel that holds numbers of one kind. */
export interface Place<T> {
  readonly at: number
  readonly view: T
}

/** The kernel with room for the numbers it works on, all of them 0, which is given out from the front and never twice. */
export class RankRoom {
  readonly kernel: RankKernel
  readonly #memory: ArrayBuffer
  #end = 0

  constructor(bytes: number) {
    const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
    compiled ??= new wasm.Module(Buffer.from(RANK_KERNEL, 'base64'))
    this.kernel = new wasm.Instance(compiled, { m: { m: memory } }).exports
    this.#memory = memory.buffer
  }

  get left(): number {
    return this.#memory.byteLength - this.#end
  }

  bytes(count: number): Place<Uint8Array> {
    return this.#take(count, Uint8Array)
  }

  halves(count: number): Place<Int16Array> {
    return this.#take(count, Int16Array)
  }

  wholes(count: number): Place<Int32Array> {
    return this.#take(count, Int32Array)
  }

  doubles(count: number): Place<Float64Array> {
    return this.#take(count, Float64Array)
  }

  #take<T>(count: number, kind: Kind<T>): Place<T> {
    const at = this.#end
    this.#end += takenBy(count * kind.BYTES_PER_ELEMENT)
    return { at, view: new kind(this.#memory, at, count) }
  }
}

interface Kind<T> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, at: number, count: number): T
}

/** Every place begins at a multiple of sixteen, so that any number can stand there. */
const EDGE = 16

/** How much room so many bytes take. */
export function takenBy(bytes: number): number {
  return Math.ceil(bytes / EDGE) * EDGE
}

/** Compiled when first used, then kept. */
let compiled: object | undefined
/** The latest: most questions of a hook find room in one. What is not used of it costs nothing. */
let latest: RankRoom | undefined
const USUAL_BYTES = 4_194_304

/** Room of so many bytes; undefined where WebAssembly or its SIMD is missing, where plain loops do the same. */
export function rankRoom(bytes: number): RankRoom | undefined {
  try {
    if (latest === undefined || latest.left < bytes) latest = new RankRoom(Math.max(bytes, USUAL_BYTES))
    return latest
  } catch {
    return undefined
  }
}
