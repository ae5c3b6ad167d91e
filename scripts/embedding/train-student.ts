import type { Rows } from './pca.ts'
import { seededRandom, shuffled } from './seeded-random.ts'
import { SETTINGS } from './settings.ts'

export interface Lesson {
  /** The student's pieces of each sentence. */
  readonly pieces: readonly (readonly number[])[]
  /** What the teacher says of it: unit rows, in the student's dimensions. */
  readonly targets: Rows
}

/**
 * Moves the token vectors `rows` towards the teacher, in place. With `s` the sum of a sentence's token vectors, `u = s / |s|`
 * and `t` the teacher's vector, the loss is `1 - u.t` and its gradient for every token `((u.t) u - t) / |s|`.
 *
 * Adam on the rows that a batch touches, the rate falling to zero.
 */
export function trainStudent(rows: Rows, lesson: Lesson, onEpoch: (loss: number) => void): void {
  const { seed, training } = SETTINGS
  const random = seededRandom(seed)
  const order = lesson.pieces.map((_, at) => at).filter((at) => lesson.pieces[at]!.length > 0)
  const adam = createAdam(rows)
  const steps = training.epochs * Math.floor(order.length / training.batch)
  for (let epoch = 0, step = 0; epoch < training.epochs; epoch += 1) {
    const mixed = shuffled(order, random)
    let loss = 0
    for (let from = 0; from + training.batch <= mixed.length; from += training.batch, step += 1) {
      const batch = mixed.slice(from, from + training.batch)
      loss += learnBatch(rows, lesson, { batch, adam, random, rate: training.rate * (1 - step / steps) })
    }
    onEpoch(loss / mixed.length)
  }
}

interface Batch {
  readonly batch: readonly number[]
  readonly adam: Adam
  readonly rate: number
  readonly random: () => number
}

function learnBatch(rows: Rows, lesson: Lesson, { batch, adam, rate, random }: Batch): number {
  const { dims } = rows
  let loss = 0
  for (const at of batch) {
    const pieces = thinned(lesson.pieces[at]!, random)
    const unit = new Float64Array(dims)
    const norm = sumRows(rows, pieces, unit)
    if (norm === 0) continue
    const target = lesson.targets.data.subarray(at * dims, (at + 1) * dims)
    const cosine = dot(unit, target)
    loss += 1 - cosine
    for (let d = 0; d < dims; d += 1) unit[d] = (cosine * unit[d]! - target[d]!) / norm
    for (const piece of pieces) adam.add(piece, unit)
  }
  adam.step(rate)
  return loss
}

/** Some pieces are left out at random, so that no sentence leans on a single word. */
function thinned(pieces: readonly number[], random: () => number): readonly number[] {
  const left = pieces.filter(() => random() >= SETTINGS.training.dropout)
  return left.length > 0 ? left : pieces
}

type Numbers = Float32Array | Float64Array

function dot(a: Numbers, b: Numbers): number {
  let sum = 0
  for (let d = 0; d < a.length; d += 1) sum += a[d]! * b[d]!
  return sum
}

/** Leaves the unit vector of the sum in `unit`, returns the sum's length. */
function sumRows({ data, dims }: Rows, pieces: readonly number[], unit: Float64Array): number {
  for (const piece of pieces) for (let d = 0; d < dims; d += 1) unit[d]! += data[piece * dims + d]!
  const norm = Math.sqrt(dot(unit, unit))
  for (let d = 0; d < dims; d += 1) unit[d]! /= norm || 1
  return norm
}

interface Adam {
  add(row: number, gradient: Float64Array): void
  step(rate: number): void
}

/** Adam whose moments stand still while a row is not used. */
function createAdam({ data, dims }: Rows): Adam {
  const [first, second] = [new Float32Array(data.length), new Float32Array(data.length)]
  const uses = new Uint32Array(data.length / dims)
  const pending = new Map<number, Float64Array>()
  const move = (row: number, gradient: Float64Array, rate: number) => {
    uses[row]! += 1
    const use = uses[row]!
    const [b1, b2] = [0.9, 0.99]
    const [c1, c2] = [1 - b1 ** use, 1 - b2 ** use]
    for (let d = 0, at = row * dims; d < dims; d += 1, at += 1) {
      const g = gradient[d]!
      first[at] = b1 * first[at]! + (1 - b1) * g
      second[at] = b2 * second[at]! + (1 - b2) * g * g
      data[at]! -= (rate * (first[at]! / c1)) / (Math.sqrt(second[at]! / c2) + 1e-6)
    }
  }
  return {
    add(row, gradient) {
      const sum = pending.get(row)
      if (!sum) pending.set(row, Float64Array.from(gradient))
      else for (let d = 0; d < dims; d += 1) sum[d]! += gradient[d]!
    },
    step(rate) {
      for (const [row, gradient] of pending) move(row, gradient, rate)
      pending.clear()
    },
  }
}
