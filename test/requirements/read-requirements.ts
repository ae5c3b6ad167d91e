import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The files of requirements, each with the name of what it is about. */
export const SYSTEMS = {
  'patterns.txt': 'Pattern learning loop',
  'feedback.txt': 'Implicit feedback and maturity',
  'governance.txt': 'Governance by outcomes',
  'self-learning.txt': 'Self-learning',
} as const

/** One line of a requirement's story: what it does, and the text that it does it with. */
export interface StoryLine {
  readonly mark: '$' | '>' | '=' | '~' | '-' | 'exit' | 'write' | 'now' | 'take'
  readonly text: string
}

export interface Requirement {
  readonly id: string
  readonly demand: string
  readonly story: readonly StoryLine[]
  /** The commands that show it. */
  readonly shownBy: readonly string[]
  /** Why no command shows it. */
  readonly notShown?: string
}

/**
 * Reads a file of requirements. A line at the margin begins one: its id, then what it demands. The lines below it are
 * its story, played in an empty project:
 *
 *     $ COMMAND      runs before, and must succeed
 *     > COMMAND      shows the requirement; the reference page names it
 *     = TEXT         is in the output of the last command; runs of blanks count as one
 *     ~ PATTERN      matches that output
 *     - TEXT         is not in that output
 *     exit N         is how the last command ended
 *     write F TEXT   adds a line to a file
 *     now TIME       sets the clock, which else goes on by a second a command
 *     take N PATTERN names what the pattern finds in that output, to be used as N in later lines
 *     ? REASON       says why no command shows it
 */
export function readRequirements(file: keyof typeof SYSTEMS): Requirement[] {
  const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
  const blocks = text.split(/^(?=[A-Z]-\d\d )/m).filter((block) => /^[A-Z]-\d\d /.test(block))
  return blocks.map((block) => {
    const [head = '', ...rest] = block.trimEnd().split('\n')
    const lines = rest.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    const notShown = lines.find((line) => /^\s+\? /.test(line))?.replace(/^\s+\? /, '')
    const story = lines.filter((line) => !/^\s+\? /.test(line)).map((line) => storyLine(line, head))
    const shownBy = story.filter(({ mark }) => mark === '>').map((line) => line.text)
    return { id: head.slice(0, 4), demand: head.slice(5), story, shownBy, ...(notShown && { notShown }) }
  })
}

function storyLine(line: string, head: string): StoryLine {
  const found = /^\s+(\$|>|=|~|-|exit|write|now|take) (.+)$/.exec(line)
  if (found === null) throw new Error(`${head}: cannot read '${line}'`)
  return { mark: found[1] as StoryLine['mark'], text: found[2]! }
}
