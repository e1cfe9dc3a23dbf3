import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Alerts } from '#features/core/notices/alerts-contract.ts'
import { alertsQuery, useAlertActions } from '#features/core/notices/web/alerts.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { readableAddress } from '#lib/phone-links.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { CannotCall, callAddress, canBeCalled } from '#platform/web/device/push.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** How the signed-in user is alerted when something cannot wait: on which devices, and on which telephone. */
export function AlertsCard({ zone }: { zone: string }) {
  const { data, error } = useQuery({ ...alertsQuery, refetchOnMount: 'always' })
  return (
    <Card title="Alerts" padded>
      {data ? (
        <div className="grid gap-5">
          <Devices alerts={data} zone={zone} />
          <PhoneForm key={data.phone} phone={data.phone} />
        </div>
      ) : error ? (
        <Note tone="late">{sentenceOf(error)}</Note>
      ) : (
        <SkeletonRows label="Loading your alerts..." />
      )}
    </Card>
  )
}

const words = (fault: Error) => (fault instanceof CannotCall ? fault.message : sentenceOf(fault))
const failed = (fault: Error) => toast({ variant: 'destructive', title: "That didn't work", description: words(fault) })

function Devices({ alerts, zone }: { alerts: Alerts; zone: string }) {
  const here = useEndpointHere(alerts)
  const { addHere, remove, tryOut } = useAlertActions()
  const { devices, pushKey } = alerts
  const isHere = here !== undefined && devices.some(({ endpoint }) => endpoint === here)
  const add = (key: string) =>
    pressed(addHere, key, { onSuccess: () => toast({ title: 'Saved', description: 'This device now gets alerts.' }), onError: failed })
  return (
    <div className="grid gap-3">
      <p className="text-14 text-ink-2">Get emergencies and owners' answers on this device, even when Pritchel is closed.</p>
      {devices.length > 0 && (
        <div className="-mx-4 border-y border-line">
          <List label="Devices that get alerts">
            {devices.map((device) => (
              <ListRow
                key={device.id}
                title={device.device}
                detail={`${device.endpoint === here ? 'This device, since' : 'Since'} ${shortDay(dayOf(device.createdAt, zone))}`}
                aside={
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Remove ${device.device}`}
                    onClick={() => pressed(remove, device, { onError: failed })}
                  >
                    Remove
                  </Button>
                }
              />
            ))}
          </List>
        </div>
      )}
      {!pushKey && <Note tone="due">The test version sends no alerts.</Note>}
      {pushKey && !canBeCalled() && (
        <Note tone="due">This browser can't get alerts. On an iPhone or iPad, add Pritchel to the home screen first.</Note>
      )}
      <div className="flex flex-wrap gap-2">
        {pushKey && canBeCalled() && !isHere && (
          <Button icon={BellRing} busy={addHere.isPending} busyLabel="Asking..." onClick={() => add(pushKey)}>
            Alert me on this device
          </Button>
        )}
        {devices.length > 0 && (
          <Button
            variant="quiet"
            busy={tryOut.isPending}
            busyLabel="Calling..."
            onClick={() => pressed(tryOut, undefined, { onError: failed })}
          >
            Try it now
          </Button>
        )}
      </div>
    </div>
  )
}

/* This device's push endpoint, read again after every change to it. */
function useEndpointHere(alerts: Alerts): string | undefined {
  const [here, setHere] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server knows changes when this device's subscription does
  useEffect(() => {
    let isCurrent = true
    void callAddress().then((endpoint) => isCurrent && setHere(endpoint))
    return () => {
      isCurrent = false
    }
  }, [alerts])
  return here
}

function PhoneForm({ phone }: { phone: string | null }) {
  const { setPhone } = useAlertActions()
  const { register, handleSubmit } = useForm({ defaultValues: { phone: phone ? readableAddress(phone) : '' } })
  const save = ({ phone: typed }: { phone: string }) =>
    setPhone.mutate(typed.trim() || null, {
      onSuccess: ({ phone: kept }) =>
        toast({ title: 'Saved', description: kept ? `Emergencies are texted to ${readableAddress(kept)}.` : "You won't be texted." }),
    })
  return (
    <form onSubmit={handleSubmit(save)} noValidate className="grid gap-3">
      <Field
        label="My mobile"
        optional
        help="Only texted for emergencies, until somebody has looked. Your colleagues don't see it."
        error={setPhone.error ? sentenceOf(setPhone.error) : undefined}
      >
        <TextInput type="tel" inputMode="tel" autoComplete="tel" maxLength={40} {...register('phone')} />
      </Field>
      <Button type="submit" className="w-fit" busy={setPhone.isPending} busyLabel="Saving...">
        Save mobile
      </Button>
    </form>
  )
}
