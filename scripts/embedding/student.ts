import { identifierPieces } from '../../src/engine/search/wordpiece.ts'
import type { StudentVocabulary } from './choose-vocabulary.ts'
import { packVocabulary } from './pack-vocabulary.ts'
import { principalDirections, project, type Rows } from './pca.ts'
import { SETTINGS } from './settings.ts'
import { TEACHER_DIMS } from './teacher.ts'
import { trainStudent } from './train-student.ts'

/** The teacher's vectors for every piece of the student's vocabulary, and for every text. */
export interface Taught {
  readonly vocabulary: StudentVocabulary
  readonly pieceVectors: Float32Array
  readonly texts: readonly string[]
  readonly textVectors: Float32Array
}

/** The student's token vectors: the teacher's view of each piece, weighed, in fewer dimensions, then trained on texts. */
export function makeStudent(taught: Taught, report: (line: string) => void): Rows {
  const asked = { data: taught.textVectors, dims: TEACHER_DIMS }
  const sample = { data: asked.data.subarray(0, SETTINGS.directionsFrom * TEACHER_DIMS), dims: TEACHER_DIMS }
  const directions = principalDirections(sample, SETTINGS.dims)
  const targets = unitRows(project(asked, directions))
  const rows = weighed(project(centred(taught.pieceVectors), directions), taught.vocabulary.counts)
  const packed = packVocabulary(taught.vocabulary.pieces)
  const pieces = taught.texts.map((text) => identifierPieces(packed, text))
  trainStudent(rows, { pieces, targets }, (loss) => report(`mean 1 - cosine ${loss.toFixed(4)}`))
  return rows
}

/** Subtracts the mean: what all pieces share distinguishes none. */
function centred(vectors: Float32Array): Rows {
  const count = vectors.length / TEACHER_DIMS
  const mean = new Float64Array(TEACHER_DIMS)
  for (let at = 0; at < vectors.length; at += 1) mean[at % TEACHER_DIMS]! += vectors[at]! / count
  return { data: vectors.map((value, at) => value - mean[at % TEACHER_DIMS]!), dims: TEACHER_DIMS }
}

/** Frequent pieces say little: each row times `a / (a + p)`. */
function weighed({ data, dims }: Rows, counts: Float64Array): Rows {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const weights = counts.map((count) => SETTINGS.sif / (SETTINGS.sif + count / total))
  return { data: data.map((value, at) => value * weights[Math.floor(at / dims)]!), dims }
}

function unitRows({ data, dims }: Rows): Rows {
  const unit = new Float32Array(data.length)
  for (let from = 0; from < data.length; from += dims) {
    const row = data.subarray(from, from + dims)
    const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
    for (let d = 0; d < dims; d += 1) unit[from + d] = row[d]! / (norm || 1)
  }
  return { data: unit, dims }
}
