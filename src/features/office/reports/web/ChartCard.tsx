import { Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

/** The table of a chart: headings, and rows whose first cell names them. */
type Figures = { heads: readonly string[]; rows: readonly (readonly string[])[] }

type Props = {
  title: string
  /** The subject, in a few words. */
  aside: string
  /** A sentence that describes the picture, for users who can't see it. */
  words: string
  figures: Figures
  /** Shown instead of an empty picture. */
  empty?: string | undefined
  children: ReactNode
  className?: string
}

/** A chart, with its table behind a button and a description for users who can't see it. */
export function ChartCard({ title, aside, words, figures, empty, children, className }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Card title={title} action={<span className="text-14 text-ink-2">{aside}</span>} className={`${className ?? ''} flex flex-col`}>
      {empty ? (
        <p className="px-4 py-6 text-ink-2">{empty}</p>
      ) : (
        <>
          <figure className="px-4 pt-4 pb-1">
            <figcaption className="sr-only">{words}</figcaption>
            <div aria-hidden>{children}</div>
          </figure>
          {isOpen && <FiguresTable id={id} label={title} {...figures} />}
          <div className="mt-auto px-1 pb-1.5">
            <Button
              variant="quiet"
              size="sm"
              icon={Table2}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide the figures' : 'Show the figures'}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function FiguresTable({ id, label, heads, rows }: Figures & { id: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone must be reached by the keyboard
    <section id={id} aria-label={`${label}, figures`} tabIndex={0} className="overflow-x-auto px-4 pt-2">
      <table className="w-full border-collapse text-14">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line-2 py-1.5 pr-3 font-medium whitespace-nowrap text-ink-2 ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={heads[at]} scope="row" className="py-1.5 pr-3 text-left font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[at]} className="py-1.5 pr-3 text-right tabular-nums">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
