import type { CorpusPackage } from './fetch-packages.ts'
import { SETTINGS } from './settings.ts'

/** Whose work the model rests on. */
export function noticeText(packages: readonly CorpusPackage[]): string {
  const { name, version } = SETTINGS.teacher
  return `mettle-embed-v1.bin is a static word embedding, part of Mettle and made by scripts/embedding.

It is derived from these works:

sentence-transformers/all-MiniLM-L6-v2, Apache License 2.0: the teacher. The vectors were distilled from its answers.
  Its base is nreimers/MiniLM-L6-H384-uncased, from Microsoft's MiniLM, MIT License.
  The quantized ONNX form is the one in the npm package ${name}@${version}, MIT License.
google-research/bert (bert-base-uncased), Apache License 2.0: the WordPiece vocabulary, changed here: pruned, and
  extended by whole words.

The Apache License 2.0 is in the file LICENSE-APACHE-2.0 beside this one.

The teacher was asked about sentences from the documentation in these npm packages. No sentence of them is in the
file; words that they use often are, as entries of the vocabulary.

${packages.map((one) => `${one.name}@${one.version} (${one.licence})`).join('\n')}
`
}
