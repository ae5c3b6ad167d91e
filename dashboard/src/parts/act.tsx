import type { ComponentChildren } from 'preact'
import type { Role } from '../../../src/domain/scope.ts'
import { may } from '../session.ts'

interface ActProps {
  readonly needs?: Role
  readonly on: () => unknown
  readonly isPrimary?: boolean
  readonly disabled?: boolean
  readonly children: ComponentChildren
}

/** A button for an action that needs a role; hidden if the token lacks it. */
export function Act({ needs = 'approve', on, isPrimary = false, disabled = false, children }: ActProps) {
  if (!may(needs)) return null
  return (
    <button type="button" class={isPrimary ? 'primary' : undefined} disabled={disabled} onClick={() => void on()}>
      {children}
    </button>
  )
}
