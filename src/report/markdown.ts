/** A document of headings and lists, as a person commits it. An empty list says so in one word. */
export interface ReportSection {
  readonly title: string
  readonly lines: readonly string[]
  /** What stands there when there are no lines. */
  readonly none: string
}

export function markdownOf(title: string, sections: readonly ReportSection[]): string {
  const parts = sections.map(({ title: heading, lines, none }) => {
    const list = lines.length === 0 ? none : lines.map((line) => `- ${escaped(line)}`).join('\n')
    return `## ${heading}\n\n${list}\n`
  })
  return `# ${title}\n\n${parts.join('\n')}`
}

/** Names and reasons come from outside; none of them becomes a link, a tag or a heading. The arrow of `0.75 -> 0.8` stays one. */
function escaped(line: string): string {
  return line.replace(/\s+/g, ' ').replace(/[\\`*_<[\]#|]|(?<! -)>/g, '\\$&')
}
