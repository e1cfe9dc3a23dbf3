import type { ReportPreview, ReportType } from '#features/office/reports/contract.ts'
import { cellWords, countInWords, daysInWords, isFigure, REPORTS } from '#features/office/reports/rules.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { type: ReportType; preview: ReportPreview; onClose: () => void }

/** The first rows of a report with every column, as in its exports. */
export function PreviewDialog({ type, preview, onClose }: Props) {
  const { columns, rows, total } = preview
  const { label, counted } = REPORTS[type]
  const more = type !== 'gait-analysis' && total > rows.length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={label}
      description={`${daysInWords(preview)}. ${countInWords(total, counted)}${more ? `, first ${rows.length} shown; the files have all of them` : ''}.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard */}
      <section aria-label={`${label}, rows`} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-14">
          <thead>
            <tr>
              {columns.map(({ key, head, kind }) => (
                <th
                  key={key}
                  scope="col"
                  className={cx(
                    'border-b border-line-2 px-2 py-2 font-medium whitespace-nowrap text-ink-2',
                    isFigure(kind) ? 'text-right' : 'text-left',
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no names, and are all replaced together
              <tr key={at}>
                {columns.map(({ key, kind }, place) => (
                  <td
                    key={key}
                    className={cx(
                      'px-2 py-2 align-top',
                      isFigure(kind)
                        ? 'text-right whitespace-nowrap tabular-nums'
                        : kind === 'day'
                          ? 'whitespace-nowrap'
                          : 'max-w-64 min-w-24',
                    )}
                  >
                    {cellWords(kind, cells[place] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
