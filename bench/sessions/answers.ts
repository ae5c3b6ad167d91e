import { readFileSync } from 'node:fs'

/** A place in the files of a folder, which are counted from 0 in the order of their names, as are the lines in each. */
export interface FilePlace {
  readonly file: number
  readonly line: number
}

export interface Answer extends FilePlace {
  readonly lessons: readonly string[]
}

/** What readers said who played the agent of a session where it was asked: `{"ask": "<file>-<line>", "lessons": ["one sentence"]}` for each question, no lesson where nothing was worth one. */
export function answersIn(path: string): Answer[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { ask, lessons } = JSON.parse(line) as { ask: string; lessons: string[] }
    const [file, at] = ask.split('-').map(Number)
    return { file: file!, line: at!, lessons }
  })
}

/** The agent of one session, who says what readers said for it: from the time when it is asked, at the first end of a turn after the place of each answer. */
export class Answering {
  readonly #answers: Set<Answer>
  #isAsked = false

  constructor(answers: readonly Answer[], files: readonly number[]) {
    this.#answers = new Set(answers.filter(({ file }) => files.includes(file)))
  }

  ask(): void {
    this.#isAsked = true
  }

  /** The lines to add to what it says at the end of a turn, which the client writes at a place; without one, all that it has not said. */
  lines(end?: FilePlace): string {
    if (!this.#isAsked) return ''
    const due = [...this.#answers].filter(
      ({ file, line }) => end === undefined || file < end.file || (file === end.file && line < end.line),
    )
    for (const answer of due) this.#answers.delete(answer)
    return due.flatMap(({ lessons }) => lessons.map((lesson) => `\n\nLesson: ${lesson}`)).join('')
  }
}
