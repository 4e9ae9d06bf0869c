import type { SalesTaxReport, TaxStates, TaxThresholds, ZipTableAccount } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { api } from '../../../../api.ts'
import type { ApiFailure } from '../../../../call-api.ts'
import { decoded, encoded } from '../../wire.ts'

type TableFile = { state: TaxState; file: File; isDryRun: boolean }
type Signed = { session: { user: { token: string } | null } }
type Outside = { state: TaxState; year: number; amount: number; orders: number }

const taxApi = api.enhanceEndpoints({ addTagTypes: ['Tax'] }).injectEndpoints({
  endpoints: (build) => ({
    taxStates: build.query<TaxStates, void>({
      query: () => ({ url: '/api/tax' }),
      transformResponse: decoded('TaxStates'),
      providesTags: ['Tax'],
    }),
    /** Sends the file of a state as it is. A refused table may answer its account, too. */
    sendTable: build.mutation<ZipTableAccount, TableFile>({
      queryFn: async ({ state, file, isDryRun }, { getState }) => {
        const query = new URLSearchParams({ name: file.name, dryRun: String(isDryRun) })
        const { token = '' } = (getState() as Signed).session.user ?? {}
        return sendCsv(`/api/tax/rates/${state}?${query}`, file, token)
      },
      invalidatesTags: (_, error, { isDryRun }) => (error || isDryRun ? [] : ['Tax']),
    }),
    setRate: build.mutation<TaxStates, { state: TaxState; zip: string; ppm: number }>({
      query: ({ state, zip, ppm }) => ({ url: `/api/tax/rates/${state}/${zip}`, method: 'PUT', body: { ppm } }),
      transformResponse: decoded('TaxStates'),
      invalidatesTags: ['Tax'],
    }),
    taxThresholds: build.query<TaxThresholds, void>({
      query: () => ({ url: '/api/tax/thresholds' }),
      transformResponse: decoded('TaxThresholds'),
      providesTags: ['Tax', 'Order'],
    }),
    setOutsideSales: build.mutation<TaxThresholds, Outside>({
      query: ({ state, year, ...figures }) => ({
        url: `/api/tax/outside-sales/${state}/${year}`,
        method: 'PUT',
        body: encoded('OutsideSales', figures),
      }),
      transformResponse: decoded('TaxThresholds'),
      invalidatesTags: ['Tax'],
    }),
    /** `query` has the first and the last day. */
    salesTax: build.query<SalesTaxReport, string>({
      query: (query) => ({ url: `/api/reports/sales-tax?${query}` }),
      transformResponse: decoded('SalesTaxReport'),
      providesTags: ['Order'],
    }),
  }),
})

async function sendCsv(url: string, file: File, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const answer = await fetch(url, { method: 'POST', headers, body: file }).catch(() => undefined)
  const data = await answer?.json().catch(() => null)
  if (!answer?.ok) return { error: { status: answer?.status ?? 0, data: data ?? null } satisfies ApiFailure }
  return { data: await decoded('ZipTableAccount')(data) }
}

export const {
  useTaxStatesQuery,
  useSendTableMutation,
  useSetRateMutation,
  useTaxThresholdsQuery,
  useSetOutsideSalesMutation,
  useSalesTaxQuery,
} = taxApi
