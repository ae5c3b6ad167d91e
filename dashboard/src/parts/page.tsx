import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** A page: its heading, what can be done here, and the rest. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  useEffect(() => {
    document.title = `${title} · Mettle`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead === undefined ? null : <p class="lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** A part of a page under a heading of its own. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        {aside === undefined ? null : <div class="section-aside">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

export interface Figure {
  readonly label: string
  readonly value: ComponentChildren
  readonly note?: ComponentChildren
  readonly href?: string
  readonly isWarning?: boolean
}

/** A few numbers side by side. */
export function Figures({ of }: { of: readonly Figure[] }) {
  return (
    <dl class="figures">
      {of.map(({ label, value, note, href, isWarning }) => (
        <div class={isWarning === true ? 'figure figure-warn' : 'figure'} key={label}>
          <dt>{href === undefined ? label : <a href={href}>{label}</a>}</dt>
          <dd>{value}</dd>
          {note === undefined ? null : <dd class="figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
