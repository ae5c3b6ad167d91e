const MARK = /(?<![\s.;,(])[\s.;,(]*\bSupersedes\s*:\s*(.{1,2000}?)\)?\s*$/is

/** `Do this. Supersedes: do that` -> the lesson, and what it says it replaces. */
export function supersededBy(lesson: string): { lesson: string; supersedes?: string } {
  const match = MARK.exec(lesson)
  if (match === null || match.index === 0) return { lesson }
  const supersedes = (match[1] ?? '').trim().replace(/^["'“](.*)["'”]\.?$/s, '$1')
  return { lesson: lesson.slice(0, match.index).trim(), supersedes }
}
