import type { Import } from '#features/office/imports/contract.ts'

/** The records that stayed when an import was undone, and why. */
export const KeptList = ({ kept }: { kept: NonNullable<Import['kept']> }) => (
  <ul aria-label="What stays" className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line">
    {kept.map(({ name, why }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name, and the list never changes
      <li key={at} className="px-4 py-2.5">
        <span className="font-bold">{name}</span> <span className="text-14 text-ink-2">{why}</span>
      </li>
    ))}
  </ul>
)
