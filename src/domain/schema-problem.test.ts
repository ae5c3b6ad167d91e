import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { schemaProblem } from './schema-problem.ts'

function problems(schema: z.ZodType, input: unknown): string[] {
  const checked = schema.safeParse(input)
  return checked.success ? [] : checked.error.issues.map((issue) => schemaProblem(issue, input))
}

describe('what is wrong with an input', () => {
  it('names the field by its path, and the value', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ at: z.number() })) })
    expect(problems(schema, { list: [{ at: 'x' }] })).toEqual(["list[0].at: must be a finite number, not 'x'"])
    expect(problems(schema, { list: [{}] })).toEqual(['list[0].at: is missing'])
    expect(problems(schema, 7)).toEqual(['input: must be an object, not 7'])
  })

  it('names the kinds there are when the kind is none of them', () => {
    const schema = z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('check') }),
      z.strictObject({ action: z.literal('clear'), by: z.string() }),
    ])
    expect(problems(schema, { action: 'x' })).toEqual(["action: must be one of check, clear, not 'x'"])
    expect(problems(schema, {})).toEqual(['action: is missing'])
    expect(problems(schema, { action: 'clear' })).toEqual(['by: is missing'])
  })

  it('tells the types that a union takes, or what is wrong with the one that fits best', () => {
    const schema = z.union([z.number(), z.string().min(3)])
    expect(problems(schema, true)).toEqual(['input: must be a finite number or a text, not true'])
    expect(problems(schema, 'ab')).toEqual(['input: must have at least 3 characters'])
  })
})
