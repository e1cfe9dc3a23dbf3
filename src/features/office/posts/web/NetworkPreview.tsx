import type { ReactNode } from 'react'
import { initialsOf } from '#features/core/practice/rules.ts'
import type { Network } from '#features/office/posts/contract.ts'

type Props = { network: Pick<Network, 'id' | 'account'>; practiceName: string; text: string; altText: string; url: string | undefined }

/** A post about as it is laid out at a network: its head, words and picture in the order they have there. Drawn by us. */
export function NetworkPreview({ network: { id, account }, practiceName, text, altText, url }: Props) {
  const name = account ?? practiceName
  const head = <Head name={name} detail={DETAIL[id]} />
  const words = text.trim() && <Words>{text.trim()}</Words>
  const picture = url && <img src={url} alt={altText} className="w-full" />
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      {id === 'instagram' ? (
        <>
          {head}
          {picture}
          {words && (
            <div className="p-3">
              <b className="[overflow-wrap:anywhere]">{name}</b> {words}
            </div>
          )}
        </>
      ) : id === 'bluesky' ? (
        <>
          {head}
          <div className="grid gap-2 pr-3 pb-3 pl-15">
            {words}
            <div className="relative overflow-hidden rounded-lg border border-line">
              {picture}
              <span aria-hidden className="absolute right-2 bottom-2 rounded-sm bg-forge px-1.5 text-14 font-bold text-on-forge">
                ALT
              </span>
            </div>
          </div>
        </>
      ) : (
        <>
          {head}
          {words && <div className="px-3 pb-3">{words}</div>}
          {picture}
        </>
      )}
    </div>
  )
}

const DETAIL: Readonly<Record<string, string>> = { facebook: 'Just now · Public', bluesky: 'now' }

const Head = ({ name, detail }: { name: string; detail: string | undefined }) => (
  <div className="flex items-center gap-3 p-3">
    <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral-tint text-14 font-bold text-neutral-ink">
      {initialsOf(name.replace(/^@/, '')) || '?'}
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <b className="block leading-tight">{name}</b>
      {detail && <span className="block text-14 text-ink-2">{detail}</span>}
    </span>
  </div>
)

const Words = ({ children }: { children: ReactNode }) => <span className="[overflow-wrap:anywhere] whitespace-pre-line">{children}</span>
