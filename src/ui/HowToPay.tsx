import { CopyButton } from '#ui/CopyButton.tsx'

/** A row of how to pay; `isCopied`: it is typed into a bank's form, so it can be copied. */
export type PayRow = { label: string; words: string; isCopied?: boolean | undefined }

/** Where to pay by bank transfer; nothing where there is nothing to pay, or no account is named. */
export function HowToPay({ rows }: { rows: readonly PayRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <h2 className="text-18">Pay by bank transfer</h2>
      <dl className="mt-1 grid">
        {rows.map(({ label, words, isCopied }) => (
          <div key={label} className="border-line py-1.5 not-first:border-t">
            <dt className="text-14 text-ink-2">{label}</dt>
            <dd className="flex min-h-8 items-center justify-between gap-3 text-18 font-medium tabular-nums">
              <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
              {isCopied && <CopyButton words={words} label={label} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
