import { OWN_LABEL, OWN_TAGS } from './own-blocks.ts'

/** One way in which text can pose as something else in a prompt, and its replacement. */
export interface Delimiter {
  readonly kind: string
  readonly pattern: RegExp
  readonly replacement: string | ((...groups: string[]) => string)
}

/** Tags that frame somebody else's words for a model: our own, those of the clients, and the names of the speakers. */
const FRAME_TAGS = [
  ...OWN_TAGS,
  ...'system-reminder closedloop-environment user-prompt-submit-hook local-command-\\w{1,20} command-(?:name|message|args|stdout) bash-(?:input|stdout|stderr) task-notification (?:environment|hook|session|additional|ide)_(?:context|selection|opened_file|diagnostics) user_(?:info|query|instructions) hook_prompt claude_md thinking (?:start|end)_of_turn function_(?:calls|results|response) invoke tool_(?:use|call|result|response|output)s? antml:\\w{1,30}'.split(
    ' ',
  ),
]
  .join('|')
  .replace(/[-_]/g, '[-_\\u2010-\\u2015]')

const COLON = '(?::|&colon;|&#x?0{0,6}(?:58|3a);?|%3a)'
const REMOTE = `(?:[a-z][a-z0-9+.-]{1,20}${COLON}(?=\\S)|[\\\\/]{2})`

/** A markdown link or image whose brackets hold no other brackets; its end may be missing. */
const LINK_TARGET = `\\]\\( ?<?${REMOTE}[^\\s()<>]{0,2000}>?(?: "[^"]{0,200}"| '[^']{0,200}')?(?: ?\\))?`
const IMAGE: Delimiter = {
  kind: 'image-link',
  pattern: new RegExp(`!\\[([^\\[\\]]{0,300})${LINK_TARGET}`, 'gi'),
  replacement: '$1',
}
const LINK: Delimiter = {
  kind: 'link',
  pattern: new RegExp(`\\[([^\\[\\]]{0,300})${LINK_TARGET}`, 'gi'),
  replacement: '$1',
}

/** Applied in this order to text of one line. A replacement is never longer than the match, and no entry matches it: `<` becomes `‹`, so `<mettle>` stays readable and is not a tag. */
export const DELIMITERS: readonly Delimiter[] = [
  // Images first, because a badge is an image inside a link; what is nested deeper loses its bracket instead.
  IMAGE,
  LINK,
  { kind: 'link', pattern: new RegExp(`\\][(:](?= ?<?${REMOTE})`, 'gi'), replacement: '] ' },
  { kind: 'image-link', pattern: /!(?=\[(?:\[|[^[\]]{0,300}\] ?[([]))/g, replacement: '！' },
  {
    kind: 'script-url',
    pattern: new RegExp(`\\b(?:java|vb)script${COLON}[^\\s"'<>)]{1,2000}`, 'gi'),
    replacement: '(url)',
  },
  {
    kind: 'data-url',
    pattern: /\bdata:(?:[a-z]{1,20}\/[\w.+-]{1,60}|(?=;[a-z0-9]|,))[;,][^\s"'<>)]{0,100000}/gi,
    replacement: '(url)',
  },
  {
    kind: 'html-embed',
    pattern:
      /<(?=(?:script|style)[\s/>]|(?:img|image|i?frame|object|embed|svg|video|audio|source)[\s/][^<]{0,300}?=(?! ?\{)|[a-z][\w:-]{0,40}[\s/][^<]{0,300}?(?:[\\/]{2}|url ?\(|\bon[a-z]{3,20} ?=))/gi,
    replacement: '‹',
  },
  { kind: 'html-comment', pattern: /<!--((?:(?!<!--).){0,4000}?)-->/gu, replacement: '‹!--$1--›' },
  { kind: 'html-comment', pattern: /<(?=!--|!\[CDATA\[)/gi, replacement: '‹' },
  { kind: 'tag', pattern: new RegExp(`[<＜﹤](?= ?[/／]? ?(?:${FRAME_TAGS})(?!\\w))`, 'gi'), replacement: '‹' },
  {
    kind: 'tag',
    pattern:
      /(?:(?<![\w.])<|<(?=\/))(?=[ /]{0,2}(?:system|user|assistant|human|developer|SYSTEM|USER|ASSISTANT|HUMAN)(?: [a-z-]{1,40}=[^<>]{0,200})? ?>)/g,
    replacement: '‹',
  },
  { kind: 'block-header', pattern: /(?<!=)={3,}(?= ?HISTORICAL PATTERNS)/gi, replacement: '==' },
  { kind: 'code-fence', pattern: /`{3,}/g, replacement: (run) => "'".repeat(run?.length ?? 0) },
  { kind: 'code-fence', pattern: /~{3,}/g, replacement: '~~' },
  // Our lines end with their record in brackets; a text may not bring its own.
  { kind: 'own-label', pattern: new RegExp(`\\((${OWN_LABEL})\\)`, 'gi'), replacement: '$1' },
  {
    kind: 'own-label',
    pattern: /\[((?:proven|established|candidate|deprecated|limited data) - [^[\]]{1,120}|high|medium|low)\]/gi,
    replacement: '$1',
  },
  { kind: 'role-marker', pattern: /[<＜](?=\|[a-z_][a-z0-9_]{0,40}\|>|｜)/gi, replacement: '‹' },
  { kind: 'role-marker', pattern: /<(?=< ?\/?SYS ?>>)/gi, replacement: '‹' },
  { kind: 'role-marker', pattern: /[[［] ?(\/?INST) ?[\]］]/g, replacement: '($1)' },
]

/** `Human:` where a line begins: read before the lines become one. */
export const ROLE_AT_LINE_START: Delimiter = {
  kind: 'role-marker',
  pattern: /(?<=^[\s>*#-]{0,8})(human|assistant|system|user) ?:/gim,
  replacement: '$1,',
}
