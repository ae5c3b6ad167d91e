import { SAFETY_RULES } from '../engine/safety/rules.ts'

/** How many safety rules are active, and which a person turned off. */
export function safetyText(off: readonly string[]): string {
  const active = SAFETY_RULES.filter(({ id, isOptional }) => !isOptional && !off.includes(id)).length
  const others = off.length === 0 ? '' : `; turned off: ${off.join(', ')}`
  return `Safety rules: ${active} active${others}. docs/reference/safety-rules.md lists them.`
}
