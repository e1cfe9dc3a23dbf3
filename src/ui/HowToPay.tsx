/** Where to pay by bank transfer; nothing where there is nothing to pay, or no account is named. */
export function HowToPay({ rows }: { rows: readonly { label: string; words: string }[] }) {
  if (rows.length === 0) return null
  return (
    <section className="rounded-lg border border-line bg-sunken p-4">
      <h2 className="text-18">Pay by bank transfer</h2>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(({ label, words }) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium tabular-nums [overflow-wrap:anywhere]">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
