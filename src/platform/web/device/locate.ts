import { capability } from '#platform/web/device/device.ts'

/** Spec §9 Offline and native. */
const LOCATE_MS = 10_000

const NOT_ALLOWED = "This site isn't allowed your location. Allow it in this device's settings, or paste a position."
const NOT_FOUND = "This device couldn't find its location. Try again in the open, or paste a position."

/** Where this device is now, as exactly as it can determine within ten seconds. @throws Error with a sentence for a person */
export const locate = capability(
  'locate',
  () =>
    new Promise((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracyMetres: Math.round(coords.accuracy) }),
        ({ code, PERMISSION_DENIED }) => reject(new Error(code === PERMISSION_DENIED ? NOT_ALLOWED : NOT_FOUND)),
        { enableHighAccuracy: true, timeout: LOCATE_MS },
      ),
    ),
)
