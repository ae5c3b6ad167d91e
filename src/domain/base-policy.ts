import * as z from 'zod'
import { count, line, name, names } from './fields.ts'

/** Effective risk is a risk level's number times a multiplier: from 0 to 0.75 x 10. */
const risk = z.number().min(0).max(10)

const adapterRule = z.strictObject({
  deny: z.boolean().optional().describe('its steps are refused'),
  requireApproval: z.boolean().optional().describe('a person is asked before each of its steps'),
  maxRetries: count.max(100).optional().describe('how often a failed step may be tried again'),
  askFromRisk: risk.optional().describe('a person is asked from this effective risk on'),
  denyFromRisk: risk.optional().describe('steps are refused from this effective risk on'),
  approvers: names.min(1).optional().describe('who may answer for it; else those of the whole file'),
  note: line.optional().describe('why; shown with every decision and in reports'),
})

const toolRule = z
  .strictObject({
    program: name.describe('the program that is called, without its folder'),
    adapter: z.string().trim().max(200).describe('the adapter it belongs to; empty: none'),
    only: names.min(1).optional().describe('only these of its commands'),
    except: names.min(1).optional().describe('all of its commands but these'),
    valued: names.optional().describe('options before the command that take a value in the next word'),
  })
  .refine((rule) => rule.only === undefined || rule.except === undefined, {
    message: 'has both only and except; use one of them',
  })

/** The contents of `mettle.policy.json`: what people decided, before any evidence. */
export const basePolicySchema = z.strictObject({
  version: z.literal(1),
  maxRetries: count.max(100).default(2).describe('how often a failed step may be tried again. Default: 2'),
  askFromRisk: risk.default(0.8).describe('the effective risk from which a person is asked. Default: 0.8'),
  denyFromRisk: risk.optional().describe('steps are refused from this effective risk on'),
  unclear: z
    .enum(['allow', 'ask'])
    .default('allow')
    .describe('`ask` stops at a command that does not say what it runs, `$TOOL push`; `allow`, the default, does not'),
  approvers: names.min(1).optional().describe('who may answer the gate; else anyone'),
  adapters: z.record(name, adapterRule).default({}).describe('rules for single adapters'),
  safety: z
    .record(name, z.enum(['ask', 'deny']))
    .optional()
    .describe('safety rules by id that are stricter here than they come; it never loosens one'),
  tools: z.array(toolRule).max(1_000).default([]).describe('which program belongs to which adapter'),
})

export type BasePolicy = z.output<typeof basePolicySchema>
