import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileCycles, folderCycles } from './cycles.ts'
import { ROOT, type SourceFile, sourceFiles } from './source-files.ts'

/** How large the house is. Every figure is better when it is smaller. */
export type Figures = Record<FigureName, number>

export type FigureName = (typeof FIGURES)[number]['name']

const count = (files: readonly SourceFile[], pattern: RegExp) =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)

const most = (values: Iterable<number>) => Math.max(0, ...values)

function filesByFolder(files: readonly SourceFile[]): Map<string, number> {
  const folders = new Map<string, number>()
  for (const { path } of files) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  return folders
}

const isDefinition = (file: SourceFile) => file.path.startsWith('src/domain/events/')

export const FIGURES = [
  {
    name: 'sourceLines',
    says: 'lines in src/, tests left out',
    of: (files) => count(files, /\n/g),
  },
  { name: 'sourceFiles', says: 'files in src/, tests left out', of: (files) => files.length },
  {
    name: 'filesInLargestFolder',
    says: 'files in the folder with the most of them',
    of: (files) => most(filesByFolder(files).values()),
  },
  {
    name: 'linesInLongestFile',
    says: 'lines in the longest file',
    of: (files) => most(files.map(({ text }) => text.split('\n').length - 1)),
  },
  {
    name: 'fileCycles',
    says: 'groups of files that need each other',
    of: (files) => fileCycles(files).length,
  },
  {
    name: 'foldersInCycles',
    says: 'folders that need each other',
    of: (files) => folderCycles(files).flat().length,
  },
  {
    name: 'versionsOutsideEvents',
    says: 'event types with their version outside src/domain/events',
    of: (files) =>
      count(
        files.filter((file) => !isDefinition(file)),
        /'[a-z]+(?:-[a-z]+)+\.v\d+'/g,
      ),
  },
  { name: 'bodyCasts', says: 'casts of the body of a document', of: (files) => count(files, /\bbody as\b/g) },
  {
    name: 'conditionalSpreads',
    says: 'spreads that leave out an undefined member',
    of: (files) => count(files, /\.\.\.\([^()]*(?:\([^()]*\)[^()]*)*\? \{\} :/g),
  },
  {
    name: 'decisions',
    says: 'decision records',
    of: () => readdirSync(join(ROOT, 'docs', 'decisions')).filter((name) => /^\d/.test(name)).length,
  },
] as const satisfies readonly {
  name: string
  says: string
  of: (files: readonly SourceFile[]) => number
}[]

export function figures(): Figures {
  const files = sourceFiles()
  return Object.fromEntries(FIGURES.map(({ name, of }) => [name, of(files)])) as Figures
}
