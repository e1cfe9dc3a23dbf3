import { useSyncExternalStore } from 'react'
import { type JustBooked, justBooked, subscribeToBooked } from '#features/visits/appointments/web/just-booked.ts'

/** The visit that was booked just now, to show where it went. */
export const useJustBooked = (): JustBooked | undefined => useSyncExternalStore(subscribeToBooked, justBooked)
