import type { ZipTableAccount } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { sendFile } from '#web/admin/lib/send-file.ts'
import { call, decoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

type TableFile = { state: TaxState; file: File; isDryRun: boolean }
type Signed = { session: { user: { token: string } | null } }

const taxApi = api.enhanceEndpoints({ addTagTypes: ['Tax'] }).injectEndpoints({
  endpoints: (build) => ({
    taxStates: build.query({
      ...call('GET /api/tax', 'TaxStates'),
      providesTags: ['Tax'],
    }),
    /** Sends the file of a state as it is. A refused table may answer its account, too. */
    sendTable: build.mutation<ZipTableAccount, TableFile>({
      queryFn: async ({ state, file, isDryRun }, { getState }) => {
        const query = new URLSearchParams({ name: file.name, dryRun: String(isDryRun) })
        const { token = '' } = (getState() as Signed).session.user ?? {}
        const { data, error } = await sendFile(`/api/tax/rates/${state}?${query}`, file, { token, type: 'text/csv' })
        return error ? { error } : { data: await decoded('ZipTableAccount')(data) }
      },
      invalidatesTags: (_, error, { isDryRun }) => (error || isDryRun ? [] : ['Tax']),
    }),
    setRate: build.mutation({
      ...call(
        'PUT /api/tax/rates/:state/:zip',
        'TaxStates',
        ({ state, zip, ppm }: { state: TaxState; zip: string; ppm: number }) => ({ state, zip, body: { ppm } }),
      ),
      invalidatesTags: ['Tax'],
    }),
  }),
})

export const { useTaxStatesQuery, useSendTableMutation, useSetRateMutation } = taxApi
