import { CornerDownLeft, Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Doing, Find } from '#app/frame/find.ts'
import { noteFind } from '#app/frame/recent-finds.ts'
import { useFinds } from '#app/frame/use-finds.ts'
import { useBackCloses } from '#ui/back-closes.ts'
import { cx } from '#ui/cx.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onDo: (doing: Doing) => void }

/**
 * The command palette: any client, horse, yard, visit, postcode, phone number, screen or action by typing a part of it. Looked for on the
 * device, so it needs no signal; arrows walk, Enter takes.
 */
export function FindDialog({ open, onOpenChange, onDo }: Props) {
  const close = () => onOpenChange(false)
  useBackCloses(open, close)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Palette onClose={close} onDo={onDo} />
      </Radix.Portal>
    </Radix.Root>
  )
}

const CONTENT =
  'fixed inset-0 z-40 flex flex-col bg-surface outline-none animate-sheet md:inset-auto md:top-[12dvh] md:left-1/2 md:max-h-[min(560px,76dvh)] ' +
  'md:w-[640px] md:max-w-[calc(100vw-32px)] md:-translate-x-1/2 md:animate-fade md:overflow-hidden md:rounded-xl md:border md:border-line md:shadow-pop'

function Palette({ onClose, onDo }: { onClose: () => void; onDo: (doing: Doing) => void }) {
  const focus = useReturnFocus(true)
  return (
    <>
      <div data-holds-page className="fixed inset-0 z-40 animate-fade bg-scrim max-md:hidden" />
      <Radix.Content {...focus} aria-describedby={undefined} className={CONTENT}>
        <Radix.Title className="sr-only">Find anything</Radix.Title>
        <Finder onClose={onClose} onDo={onDo} />
      </Radix.Content>
    </>
  )
}

function Finder({ onClose, onDo }: { onClose: () => void; onDo: (doing: Doing) => void }) {
  const { find, isReady } = useFinds()
  const [question, setQuestion] = useState('')
  const [active, setActive] = useState(0)
  const [, navigate] = useLocation()
  const listId = useId()
  const finds = find(question)
  const at = Math.min(active, finds.length - 1)
  const take = (one: Find | undefined) => {
    if (!one) return
    noteFind(one.key)
    onClose()
    if (one.href) navigate(one.href)
    if (one.doing) onDo(one.doing)
    one.run?.()
  }
  const step = (by: number) => setActive(Math.max(0, Math.min(finds.length - 1, at + by)))
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line pl-4">
        <Search size={20} aria-hidden className="shrink-0 text-ink-2" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={finds[at] ? `${listId}-${at}` : undefined}
          aria-label="Find anything"
          placeholder="Name, place, phone or action"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={question}
          onChange={(event) => {
            setQuestion(event.target.value)
            setActive(0)
          }}
          onKeyDown={(event) => {
            const by = STEPS[event.key]
            if (by === undefined && event.key !== 'Enter') return
            event.preventDefault()
            if (by === undefined) take(finds[at])
            else step(by)
          }}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-18 outline-none"
        />
        <Radix.Close className="mr-1 min-h-12 shrink-0 rounded-lg px-3 text-14 font-medium text-ink-2 hover:bg-sunken">Close</Radix.Close>
      </div>
      <span role="status" className="sr-only">
        {question && isReady && `${finds.length} found`}
      </span>
      <Finds id={listId} finds={finds} active={at} onPoint={setActive} onTake={take} />
      {finds.length === 0 && (
        <p className="px-4 py-8 text-center text-ink-2">
          {isReady
            ? 'Nothing by that name on this device. Part of a word, a postcode or a few digits will do.'
            : 'Searching this device...'}
        </p>
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

type ListProps = { id: string; finds: readonly Find[]; active: number; onPoint: (at: number) => void; onTake: (find: Find) => void }

const Finds = ({ id, finds, active, onPoint, onTake }: ListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label="Found"
    tabIndex={-1}
    className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
  >
    {finds.map((find, at) => (
      <Row key={find.key} id={`${id}-${at}`} find={find} isActive={at === active} onPoint={() => onPoint(at)} onTake={() => onTake(find)} />
    ))}
  </div>
)

type RowProps = { id: string; find: Find; isActive: boolean; onPoint: () => void; onTake: () => void }

/* The keyboard stays with the input (aria-activedescendant), so a row takes only the pointer. */
const Row = ({ id, find: { kind, label, detail, icon: Icon }, isActive, onPoint, onTake }: RowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onPointerUp={onTake}
    onPointerMove={onPoint}
    ref={(element) => (isActive ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
    className={cx('flex min-h-14 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 md:min-h-12', isActive && 'bg-sunken')}
  >
    <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{label}</span>
      {detail && <span className="block truncate text-14 text-ink-2">{detail}</span>}
    </span>
    <span className="shrink-0 text-14 text-ink-2">{kind}</span>
    <CornerDownLeft size={16} aria-hidden className={cx('shrink-0 text-ink-2 max-md:hidden', !isActive && 'invisible')} />
  </div>
)
