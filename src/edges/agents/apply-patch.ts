export interface PatchedFiles {
  readonly files: readonly string[]
  readonly removed?: string
  readonly added?: string
}

const BEGIN = /^\s*\*\*\* Begin Patch\s*$/m
const FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/

/** The files of a patch and the lines it removes and adds; undefined where the text is none. `*** Update File: a.ts`, `-old`, `+new` gives files `a.ts`, removed `old`, added `new`. */
export function readPatch(text: string): PatchedFiles | undefined {
  // Nearly all texts are told by this, which needs no expression to be made ready.
  if (!text.includes('*** Begin Patch') || !BEGIN.test(text)) return undefined
  const lines = text.split(/\r?\n/)
  const files = lines.flatMap((line) => FILE.exec(line)?.[1] ?? [])
  const removed = marked(lines, '-')
  const added = marked(lines, '+')
  return { files, removed: removed || undefined, added: added || undefined }
}

function marked(lines: readonly string[], mark: string): string {
  return lines
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(1))
    .join('\n')
}
