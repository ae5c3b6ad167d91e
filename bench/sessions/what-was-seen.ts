import type { Played } from './recorded.ts'

const LONGEST = { prompt: 2_000, said: 1_200, command: 400, output: 400, failure: 1_200, whole: 30_000 }

/** What a session's agent has seen, abbreviated: people's prompts, its own words, each step on one line with the start of its output, and what our hooks showed. */
export class WhatWasSeen {
  readonly #parts: string[] = []

  shown(context: string): void {
    this.#parts.push(`[hook]\n${context}`)
  }

  add({ call, said, written }: Played): void {
    if (call.agent !== undefined) return
    for (const summary of summariesIn(written))
      this.#parts.push(`[summary of what was before]\n${cut(summary, LONGEST.prompt)}`)
    for (const { text } of said) this.#parts.push(`[you]\n${cut(text, LONGEST.said)}`)
    const { prompt, tool } = call
    if (prompt !== undefined) this.#parts.push(`[person]\n${cut(prompt, LONGEST.prompt)}`)
    if (tool === undefined) return
    const { name, command, files, input, output = '', ended } = tool
    const asked =
      command ?? (tool.kind === 'edit' || tool.kind === 'read' ? files?.join(' ') : undefined) ?? JSON.stringify(input)
    const how = ended === 'passed' ? '' : ` (${ended ?? 'unknown'})`
    const most = ended === 'passed' ? LONGEST.output : LONGEST.failure
    const printed = tool.kind === 'edit' && ended === 'passed' ? '' : `\n${cut(output, most)}`
    this.#parts.push(`[step${how}] ${name}: ${cut(asked.replaceAll('\n', ' ⏎ '), LONGEST.command)}${printed.trimEnd()}`)
  }

  /** The newest part, up to a maximum length. */
  text(): string {
    let left = LONGEST.whole
    const kept: string[] = []
    for (const part of this.#parts.toReversed()) {
      left -= part.length + 2
      if (left < 0) break
      kept.unshift(part)
    }
    const gone = this.#parts.length - kept.length
    return [...(gone === 0 ? [] : [`[${gone} earlier parts are left out]`]), ...kept].join('\n\n')
  }
}

/** The head and the tail of a long text. */
function cut(text: string, most: number): string {
  const own = text.trim()
  if (own.length <= most) return own
  const head = Math.ceil((most * 2) / 3)
  return `${own.slice(0, head)} […] ${own.slice(own.length - (most - head))}`
}

/** The summaries with which a client replaces a compacted session. */
function summariesIn(written: string): string[] {
  return written.split('\n').flatMap((line) => {
    if (!line.includes('"isCompactSummary"')) return []
    const { isCompactSummary, message } = JSON.parse(line) as {
      isCompactSummary?: unknown
      message?: { content?: unknown }
    }
    if (isCompactSummary !== true) return []
    const content = message?.content
    if (typeof content === 'string') return [content]
    return Array.isArray(content) ? content.flatMap(({ text }: { text?: string }) => text ?? []) : []
  })
}
