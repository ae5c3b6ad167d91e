import { codeBlocks } from '../text/code-blocks.ts'
import { EXECUTION_SIGNALS, OUTPUT_LANGUAGES } from './execution-signals.ts'

/** A block of a text that looks like what a command printed. */
export interface ShownOutput {
  readonly kind: string
  readonly text: string
  /** The commands that it shows at a prompt. */
  readonly commands: readonly string[]
  /** The lines that make it output: results, traces, diagnostics, answers. */
  readonly telling: readonly string[]
}

const LONGEST_LINE = 500
const PROMPT = /^\s*\$ (?=\S)/

/** Every block of a Markdown text that shows output, in order. A fence of a programming language holds code. */
export function shownOutputs(text: string): ShownOutput[] {
  return codeBlocks(text)
    .filter(({ language }) => OUTPUT_LANGUAGES.has(language))
    .flatMap((block) => outputOf(block.text) ?? [])
}

function outputOf(text: string): ShownOutput | undefined {
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST_LINE))
  const commands = lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, '').trim())
  const signals = lines.flatMap((line) => {
    const signal = EXECUTION_SIGNALS.find((candidate) => candidate.line.test(line))
    return signal === undefined ? [] : [{ kind: signal.kind, line }]
  })
  if (signals[0] !== undefined)
    return { kind: signals[0].kind, text, commands, telling: signals.map(({ line }) => line) }
  const answers = lines.filter((line, index) => PROMPT.test(line) && isAnswer(lines[index + 1]))
  if (answers.length === 0) return undefined
  const telling = lines.filter(isAnswer)
  return { kind: 'a command and its answer', text, commands, telling }
}

function isAnswer(line: string | undefined): line is string {
  return line !== undefined && line.trim() !== '' && !PROMPT.test(line)
}
