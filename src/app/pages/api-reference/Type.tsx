import { Fragment } from 'react'

/** How a shape reads, with the way to each named one in it. */
export const Type = ({ words, names }: { words: string; names: ReadonlySet<string> }) => (
  <span className="text-ink-2 [overflow-wrap:anywhere]">
    {words.split(/(\w+)/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move
      <Fragment key={at}>
        {names.has(part) ? (
          <a href={`#shape-${part}`} className="link">
            {part}
          </a>
        ) : (
          part
        )}
      </Fragment>
    ))}
  </span>
)
