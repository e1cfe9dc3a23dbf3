import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type Tab = { value: string; label: ReactNode; content: ReactNode }
type Props = { label: string; tabs: readonly Tab[]; value?: string; defaultValue?: string; onChange?: (value: string) => void }

const TRIGGER =
  'relative min-h-12 min-w-11 shrink-0 rounded-md whitespace-nowrap font-medium text-ink-2 md:min-h-11 focus-visible:-outline-offset-3 ' +
  'data-[state=active]:font-bold data-[state=active]:text-ink ' +
  'data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:-bottom-px ' +
  'data-[state=active]:after:h-[3px] data-[state=active]:after:rounded-t-[3px] data-[state=active]:after:bg-ember-hot'

/** Parts of one record under one head. The parts not shown are not mounted. */
export function Tabs({ label, tabs, value, defaultValue, onChange }: Props) {
  const first = defaultValue ?? tabs[0]?.value ?? ''
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is shown
  useEffect(() => showActive(list.current), [value])
  return (
    <Radix.Root {...(value === undefined ? { defaultValue: first } : { value })} {...(onChange && { onValueChange: onChange })}>
      <Radix.List ref={list} aria-label={label} className="relative flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={TRIGGER}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/* The tab an address names may be beyond the edge of a phone. The page itself stays where it is. */
function showActive(list: HTMLElement | null) {
  const active = list?.querySelector<HTMLElement>('[data-state=active]')
  if (list && active) list.scrollLeft = active.offsetLeft - (list.clientWidth - active.offsetWidth) / 2
}
