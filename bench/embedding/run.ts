/**
 * Writes bench/results/embedding.json: `npx tsx bench/embedding/run.ts [work folder of scripts/embedding/train.ts]`.
 *
 * Without the work folder the teacher's recorded figures stay, with their date.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../scripts/embedding/seeded-random.ts'
import { openTeacher, TEACHER_DIMS, teacherInstalled } from '../../scripts/embedding/teacher.ts'
import { cosine } from '../../src/engine/search/static-embedder.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import { allTexts, readCases } from './cases.ts'
import { intervalsOf, outcomesOf, rounded, type Similarity, scoreOf } from './metrics.ts'
import { tfIdf } from './tf-idf.ts'
import { coldLoadMs, microsecondsPerText, searchMs } from './timings.ts'

const work = process.argv[2] ?? join(tmpdir(), 'mettle-embedding')
const results = new URL('../results/embedding.json', import.meta.url)
const cases = readCases()
const texts = allTexts()
const date = new Date().toISOString().slice(0, 10)

function figures(similarity: Similarity) {
  const outcomes = outcomesOf(cases.reported, similarity)
  return {
    date,
    ...rounded(scoreOf(outcomes)),
    interval95: intervalsOf(outcomes, seededRandom(1)),
    development: rounded(scoreOf(outcomesOf(cases.development, similarity))),
  }
}

function byVectors(vectors: readonly Float32Array[]): Similarity {
  const known = new Map(texts.map((text, at) => [text, vectors[at]!]))
  return (a, b) => cosine(known.get(a)!, known.get(b)!)
}

async function teacherFigures() {
  if (!teacherInstalled(work)) return existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')).teacher : null
  const packed = await (await openTeacher(work)).embed(texts)
  return figures(byVectors(texts.map((_, at) => packed.subarray(at * TEACHER_DIMS, (at + 1) * TEACHER_DIMS))))
}

const embedder = loadEmbedder()
if (!embedder) throw new Error('models/mettle-embed-v1.bin is missing: run scripts/embedding/train.ts first.')

const report = {
  triples: { development: cases.development.triples.length, reported: cases.reported.triples.length },
  distractors: cases.reported.distractors.length,
  model: {
    id: embedder.id,
    dims: embedder.dims,
    bytes: statSync(new URL('../../models/mettle-embed-v1.bin', import.meta.url)).size,
    coldLoadMs: coldLoadMs(),
    microsecondsPerText: microsecondsPerText(embedder, texts),
    searchMs: { rows10k: searchMs(10_000, embedder.dims), rows100k: searchMs(100_000, embedder.dims) },
  },
  mettle: figures(byVectors(texts.map((text) => embedder.embed(text)))),
  tfIdf: figures(tfIdf(texts)),
  teacher: await teacherFigures(),
}
mkdirSync(new URL('.', results), { recursive: true })
writeFileSync(results, `${JSON.stringify(report, null, 2)}\n`)
console.log(report)
