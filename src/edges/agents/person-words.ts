import { OWN_TAGS, stripOwnBlocks } from '../../engine/text/own-blocks.ts'

/** Tags that clients put around hook output and their own reminders. */
const WRAPPERS = ['hook_context', 'hook_prompt', 'system-reminder', 'system_reminder']

/** Our tags as Gemini writes them into a prompt. */
const ESCAPED = `&lt;(/?(?:${OWN_TAGS.join('|')})(?![\\w-])[^<>&]{0,1000})&gt;`

/** Prompts that a client sends itself, for example that a subagent is done. */
const NOT_A_PERSON = /^\s*<(?:task-notification|teammate-message|local-command-)/i

/** What a person typed, without what we or the client put into it; undefined where no person typed anything. */
export function personWords(prompt: string | undefined): string | undefined {
  // Most prompts have no tags; checking that is faster than compiling the regular expressions.
  if (prompt === undefined || !/[<&]/.test(prompt)) return ownWords(prompt)
  if (NOT_A_PERSON.test(prompt)) return undefined
  return ownWords(withoutTags(prompt, WRAPPERS).replace(new RegExp(ESCAPED, 'gi'), '<$1>'))
}

/** A text without the content of the given tags; an unclosed tag extends to the end. */
export function withoutTags(text: string, tags: readonly string[]): string {
  return text.includes('<') ? tags.reduce((rest, tag) => rest.replace(wrappedIn(tag), ' '), text) : text
}

function wrappedIn(tag: string): RegExp {
  return new RegExp(`<${tag}(?![\\w-])[^<>]*>[\\s\\S]*?(?:</${tag}>|$)`, 'gi')
}

/** A text without our own blocks; undefined if nothing else remains. */
export function ownWords(text: string | undefined): string | undefined {
  const words = text === undefined ? '' : stripOwnBlocks(text).trim()
  return words === '' ? undefined : words
}
