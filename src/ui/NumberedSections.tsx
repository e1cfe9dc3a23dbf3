type Block = { paragraph: string } | { prices: readonly { what: string; price: string }[] }
type Titled = { title: string; blocks: readonly Block[] }

/** A long text as it is read, as terms are: numbered sections, and prices as a table. */
export const NumberedSections = ({ sections }: { sections: readonly Titled[] }) => (
  <ol className="grid gap-7">
    {sections.map((section) => (
      <Section key={section.title} section={section} />
    ))}
  </ol>
)

const Section = ({ section: { title, blocks } }: { section: Titled }) => (
  <li className="grid gap-2 [counter-increment:section]">
    <h2 className="flex gap-2.5 text-20 before:text-ink-2 before:content-[counter(section)]">{title}</h2>
    <div className="grid gap-2 [overflow-wrap:anywhere]">
      {blocks.map((block) =>
        'paragraph' in block ? (
          <p key={block.paragraph}>{block.paragraph}</p>
        ) : (
          <Prices key={block.prices[0]?.what} prices={block.prices} />
        ),
      )}
    </div>
  </li>
)

const Prices = ({ prices }: { prices: readonly { what: string; price: string }[] }) => (
  <table className="w-full border-collapse rounded-lg border border-line bg-surface">
    <caption className="sr-only">Rates</caption>
    <tbody className="divide-y divide-line">
      {prices.map(({ what, price }) => (
        <tr key={what}>
          <th scope="row" className="px-4 py-2 text-left font-normal">
            {what}
          </th>
          <td className="px-4 py-2 text-right font-medium tabular-nums">{price}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
