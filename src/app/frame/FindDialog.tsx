import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { sideMenuEntries } from '#app/frame/nav.ts'
import { clientHref } from '#features/clients/web/ClientLink.tsx'
import { type KnownClient, useClients } from '#features/clients/web/data.ts'
import { type KnownHorse, useHorses } from '#features/horses/web/data.ts'
import { horseHref } from '#features/horses/web/HorseLink.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { Option } from '#ui/match-options.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Any client, horse, postcode, phone number or screen by typing a part of it; searched on the device. */
export function FindDialog({ open, onOpenChange }: Props) {
  const clients = useClients()
  const horses = useHorses()
  const [, navigate] = useLocation()
  const options = useMemo(
    () => [...(clients ?? []).map(clientOption), ...(horses ?? []).map(horseOption), ...screenOptions()],
    [clients, horses],
  )
  const go = (href: string | undefined) => {
    if (!href) return
    onOpenChange(false)
    navigate(href)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Find anything" startsTyping>
      <Combobox
        options={options}
        value={undefined}
        onChange={go}
        aria-label="Find anything"
        placeholder="Client, horse, postcode, phone or screen"
        emptyText="Nothing by that name on this device"
      />
    </Dialog>
  )
}

const clientOption = (client: KnownClient): Option => ({
  value: clientHref(client.id),
  label: client.name,
  detail: joined('Client', client.businessName, client.postcode),
  keywords: joined(client.phone, client.phone?.replace(/\D/g, ''), client.postcode?.replace(/\s/g, ''), client.address, client.email),
})

const horseOption = (horse: KnownHorse): Option => ({
  value: horseHref(horse.id),
  label: horse.name,
  detail: joined('Horse', horse.client?.name, horse.yardName),
  keywords: joined(horse.breed, horse.color, horse.microchip),
})

const screenOptions = (): Option[] => sideMenuEntries().map((entry) => ({ value: entry.path, label: entry.label, detail: 'Screen' }))

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
