export interface Part {
  readonly name: string
  readonly count: number
  readonly tone: string
  readonly href?: string
}

/** How a whole is made up: one bar, with every part named below it. */
export function ShareBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  const whole = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure class="with-key">
      <div
        class="share"
        role="img"
        aria-label={`${label}: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`}
      >
        {parts.map(({ name, count, tone }) =>
          count === 0 ? null : (
            <i
              key={name}
              class={`back tone-${tone}`}
              style={{ flexGrow: count }}
              title={`${name}: ${count} of ${whole}`}
            />
          ),
        )}
      </div>
      <figcaption class="key">
        {parts.map(({ name, count, tone, href }) => (
          <span key={name}>
            <i class={`swatch back tone-${tone}`} />
            {href === undefined ? name : <a href={href}>{name}</a>} <b>{count}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
