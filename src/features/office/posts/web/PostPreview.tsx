import { useState } from 'react'
import type { Network } from '#features/office/posts/contract.ts'
import { NetworkPreview } from '#features/office/posts/web/NetworkPreview.tsx'
import { Chip } from '#ui/Chip.tsx'

type Props = { networks: readonly Network[]; practiceName: string; text: string; altText: string; url: string | undefined }

/** How a post looks at each network that was ticked, one at a time. */
export function PostPreview({ networks, ...shown }: Props) {
  const [chosen, choose] = useState<string>()
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  if (!network) return null
  return (
    <section aria-label="How it looks" className="grid content-start gap-2">
      <h3 className="text-16">How it looks</h3>
      {networks.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Network</legend>
          {networks.map(({ id, name }) => (
            <Chip key={id} pressed={id === network.id} onPressedChange={() => choose(id)}>
              {name}
            </Chip>
          ))}
        </fieldset>
      )}
      <NetworkPreview network={network} {...shown} />
      <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">
        {shown.altText.trim()
          ? `Read out to those who can’t see it: ${shown.altText.trim()}`
          : 'Nothing is read out to those who can’t see it.'}
      </p>
    </section>
  )
}
