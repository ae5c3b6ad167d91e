import { OWN_TAGS, stripOwnBlocks } from '../../engine/text/own-blocks.ts'

/** What clients put around the words of hooks and their own reminders. */
const WRAPPERS = ['hook_context', 'hook_prompt', 'system-reminder', 'system_reminder']

/** Our tags as Gemini writes them into a prompt. */
const ESCAPED = `&lt;(/?(?:${OWN_TAGS.join('|')})(?![\\w-])[^<>&]{0,1000})&gt;`

/** Prompts that a client gives itself, such as the news that a subagent is done. */
const NOT_A_PERSON = /^\s*<(?:task-notification|teammate-message|local-command-)/i

/** What a person typed, without what we or the client put into it; undefined where no person typed anything. */
export function personWords(prompt: string | undefined): string | undefined {
  // Most prompts hold no tag of any kind; making the expressions ready takes longer than to see that.
  if (prompt === undefined || !/[<&]/.test(prompt)) return ownWords(prompt)
  if (NOT_A_PERSON.test(prompt)) return undefined
  return ownWords(withoutTags(prompt, WRAPPERS).replace(new RegExp(ESCAPED, 'gi'), '<$1>'))
}

/** A text without what stands in some tags; a tag that is not closed reaches to the end. */
export function withoutTags(text: string, tags: readonly string[]): string {
  return text.includes('<') ? tags.reduce((rest, tag) => rest.replace(wrappedIn(tag), ' '), text) : text
}

function wrappedIn(tag: string): RegExp {
  return new RegExp(`<${tag}(?![\\w-])[^<>]*>[\\s\\S]*?(?:</${tag}>|$)`, 'gi')
}

/** A text without our own blocks; undefined where nothing else was in it. */
export function ownWords(text: string | undefined): string | undefined {
  const words = text === undefined ? '' : stripOwnBlocks(text).trim()
  return words === '' ? undefined : words
}
