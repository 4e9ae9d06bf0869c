import { TIME_ZONE_SETTINGS } from '#web/texts/admin-settings.ts'
import { SelectField } from '#web/ui/Field.tsx'
import type { BoxProps } from './use-settings-form.ts'

/** Selects one of the browser's time zones, grouped by region. */
export function TimeZoneField(props: BoxProps) {
  const names = [...new Set([props.value, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  const regions = Map.groupBy(names, (name) => (name.includes('/') ? name.split('/', 1)[0] : TIME_ZONE_SETTINGS.others))
  return (
    <SelectField label={TIME_ZONE_SETTINGS.timeZone} {...props}>
      {[...regions].map(([region, zones]) => (
        <optgroup key={region} label={region ?? ''}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {placeOf(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

/** `Argentina, Buenos Aires` for `America/Argentina/Buenos_Aires`. */
const placeOf = (zone: string) => (zone.split('/').slice(1).join(', ') || zone).replaceAll('_', ' ')
