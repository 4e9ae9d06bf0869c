// Generated from square-openapi.json by openapi-typescript 7.13.0; do not edit.
// biome-ignore-all format: generated

export interface paths {
    "/v2/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListPayments */
        get: operations["ListPayments"];
        put?: never;
        /** CreatePayment */
        post: operations["CreatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payments/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** CancelPaymentByIdempotencyKey */
        post: operations["CancelPaymentByIdempotencyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** GetPayment */
        get: operations["GetPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payments/{payment_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** CompletePayment */
        post: operations["CompletePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payments/{payment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** CancelPayment */
        post: operations["CancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListPaymentRefunds */
        get: operations["ListPaymentRefunds"];
        put?: never;
        /** RefundPayment */
        post: operations["RefundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** GetPaymentRefund */
        get: operations["GetPaymentRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListLocations */
        get: operations["ListLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/locations/{location_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** RetrieveLocation */
        get: operations["RetrieveLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListDisputes */
        get: operations["ListDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListPayouts */
        get: operations["ListPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/payouts/{payout_id}/payout-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** ListPayoutEntries */
        get: operations["ListPayoutEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        ActivityType: "ADJUSTMENT" | "APP_FEE_REFUND" | "APP_FEE_REVENUE" | "AUTOMATIC_SAVINGS" | "AUTOMATIC_SAVINGS_REVERSED" | "CHARGE" | "DEPOSIT_FEE" | "DEPOSIT_FEE_REVERSED" | "DISPUTE" | "ESCHEATMENT" | "FEE" | "FREE_PROCESSING" | "HOLD_ADJUSTMENT" | "INITIAL_BALANCE_CHANGE" | "MONEY_TRANSFER" | "MONEY_TRANSFER_REVERSAL" | "OPEN_DISPUTE" | "OTHER" | "OTHER_ADJUSTMENT" | "PAID_SERVICE_FEE" | "PAID_SERVICE_FEE_REFUND" | "REDEMPTION_CODE" | "REFUND" | "RELEASE_ADJUSTMENT" | "RESERVE_HOLD" | "RESERVE_RELEASE" | "RETURNED_PAYOUT" | "SQUARE_CAPITAL_PAYMENT" | "SQUARE_CAPITAL_REVERSED_PAYMENT" | "SUBSCRIPTION_FEE" | "SUBSCRIPTION_FEE_PAID_REFUND" | "SUBSCRIPTION_FEE_REFUND" | "TAX_ON_FEE" | "THIRD_PARTY_FEE" | "THIRD_PARTY_FEE_REFUND" | "PAYOUT" | "AUTOMATIC_BITCOIN_CONVERSIONS" | "AUTOMATIC_BITCOIN_CONVERSIONS_REVERSED" | "CREDIT_CARD_REPAYMENT" | "CREDIT_CARD_REPAYMENT_REVERSED" | "LOCAL_OFFERS_CASHBACK" | "LOCAL_OFFERS_FEE" | "PERCENTAGE_PROCESSING_ENROLLMENT" | "PERCENTAGE_PROCESSING_DEACTIVATION" | "PERCENTAGE_PROCESSING_REPAYMENT" | "PERCENTAGE_PROCESSING_REPAYMENT_REVERSED" | "PROCESSING_FEE" | "PROCESSING_FEE_REFUND" | "UNDO_PROCESSING_FEE_REFUND" | "GIFT_CARD_LOAD_FEE" | "GIFT_CARD_LOAD_FEE_REFUND" | "UNDO_GIFT_CARD_LOAD_FEE_REFUND" | "BALANCE_FOLDERS_TRANSFER" | "BALANCE_FOLDERS_TRANSFER_REVERSED" | "GIFT_CARD_POOL_TRANSFER" | "GIFT_CARD_POOL_TRANSFER_REVERSED" | "SQUARE_PAYROLL_TRANSFER" | "SQUARE_PAYROLL_TRANSFER_REVERSED";
        CancelPaymentByIdempotencyKeyRequest: {
            idempotency_key: string;
        };
        CancelPaymentByIdempotencyKeyResponse: {
            errors?: components["schemas"]["Error"][];
        };
        CancelPaymentResponse: {
            errors?: components["schemas"]["Error"][];
            payment?: components["schemas"]["Payment"];
        };
        Card: {
            readonly id?: string;
            readonly card_brand?: components["schemas"]["CardBrand"];
            readonly last_4?: string;
            /** Format: int64 */
            exp_month?: number | null;
            /** Format: int64 */
            exp_year?: number | null;
            readonly card_type?: components["schemas"]["CardType"];
            readonly prepaid_type?: components["schemas"]["CardPrepaidType"];
            readonly bin?: string;
        };
        /** @enum {string} */
        CardBrand: "OTHER_BRAND" | "VISA" | "MASTERCARD" | "AMERICAN_EXPRESS" | "DISCOVER" | "DISCOVER_DINERS" | "JCB" | "CHINA_UNIONPAY" | "SQUARE_GIFT_CARD" | "SQUARE_CAPITAL_CARD" | "INTERAC" | "EFTPOS" | "FELICA" | "EBT";
        CardPaymentDetails: {
            readonly status?: string;
            readonly card?: components["schemas"]["Card"];
            readonly entry_method?: string;
            readonly cvv_status?: string;
            readonly avs_status?: string;
            readonly auth_result_code?: string;
            readonly statement_description?: string;
            readonly card_payment_timeline?: components["schemas"]["CardPaymentTimeline"];
            readonly errors?: components["schemas"]["Error"][];
        };
        DigitalWalletDetails: {
            status?: string | null;
            brand?: string | null;
        };
        BuyNowPayLaterDetails: {
            brand?: string | null;
        };
        CardPaymentTimeline: {
            authorized_at?: string | null;
            captured_at?: string | null;
            voided_at?: string | null;
        };
        /** @enum {string} */
        CardPrepaidType: "UNKNOWN_PREPAID_TYPE" | "NOT_PREPAID" | "PREPAID";
        /** @enum {string} */
        CardType: "UNKNOWN_CARD_TYPE" | "CREDIT" | "DEBIT";
        CompletePaymentRequest: {
            version_token?: string | null;
        };
        CompletePaymentResponse: {
            errors?: components["schemas"]["Error"][];
            payment?: components["schemas"]["Payment"];
        };
        /** @enum {string} */
        Country: "ZZ" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        CreatePaymentRequest: {
            source_id: string;
            idempotency_key: string;
            amount_money?: components["schemas"]["Money"];
            delay_duration?: string;
            delay_action?: string;
            autocomplete?: boolean;
            location_id?: string;
            reference_id?: string;
            buyer_email_address?: string;
            note?: string;
            statement_description_identifier?: string;
        };
        CreatePaymentResponse: {
            errors?: components["schemas"]["Error"][];
            payment?: components["schemas"]["Payment"];
        };
        /** @enum {string} */
        Currency: "UNKNOWN_CURRENCY" | "AED" | "AFN" | "ALL" | "AMD" | "ANG" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BGN" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYR" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HRK" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LTL" | "LVL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRO" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLL" | "SLE" | "SOS" | "SRD" | "SSP" | "STD" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "USS" | "UYI" | "UYU" | "UZS" | "VEF" | "VND" | "VUV" | "WST" | "XAF" | "XAG" | "XAU" | "XBA" | "XBB" | "XBC" | "XBD" | "XCD" | "XDR" | "XOF" | "XPD" | "XPF" | "XPT" | "XTS" | "XXX" | "YER" | "ZAR" | "ZMK" | "ZMW" | "BTC" | "XUS";
        Destination: {
            type?: components["schemas"]["DestinationType"];
            id?: string;
        };
        /** @enum {string} */
        DestinationType: "BANK_ACCOUNT" | "CARD" | "SQUARE_BALANCE" | "SQUARE_STORED_BALANCE";
        Dispute: {
            dispute_id?: string | null;
            id?: string;
            amount_money?: components["schemas"]["Money"];
            reason?: components["schemas"]["DisputeReason"];
            state?: components["schemas"]["DisputeState"];
            due_at?: string | null;
            disputed_payment?: components["schemas"]["DisputedPayment"];
            evidence_ids?: string[] | null;
            card_brand?: components["schemas"]["CardBrand"];
            readonly created_at?: string;
            readonly updated_at?: string;
            brand_dispute_id?: string | null;
            reported_date?: string | null;
            reported_at?: string | null;
            version?: number;
            location_id?: string | null;
        };
        /** @enum {string} */
        DisputeReason: "AMOUNT_DIFFERS" | "CANCELLED" | "DUPLICATE" | "NO_KNOWLEDGE" | "NOT_AS_DESCRIBED" | "NOT_RECEIVED" | "PAID_BY_OTHER_MEANS" | "CUSTOMER_REQUESTS_CREDIT" | "EMV_LIABILITY_SHIFT";
        /** @enum {string} */
        DisputeState: "INQUIRY_EVIDENCE_REQUIRED" | "INQUIRY_PROCESSING" | "INQUIRY_CLOSED" | "EVIDENCE_REQUIRED" | "PROCESSING" | "WON" | "LOST" | "ACCEPTED";
        DisputedPayment: {
            payment_id?: string | null;
        };
        Error: {
            category: components["schemas"]["ErrorCategory"];
            code: components["schemas"]["ErrorCode"];
            detail?: string;
            field?: string;
        };
        /** @enum {string} */
        ErrorCategory: "API_ERROR" | "AUTHENTICATION_ERROR" | "INVALID_REQUEST_ERROR" | "RATE_LIMIT_ERROR" | "PAYMENT_METHOD_ERROR" | "REFUND_ERROR" | "MERCHANT_SUBSCRIPTION_ERROR" | "EXTERNAL_VENDOR_ERROR";
        /** @enum {string} */
        ErrorCode: "INTERNAL_SERVER_ERROR" | "UNAUTHORIZED" | "ACCESS_TOKEN_EXPIRED" | "ACCESS_TOKEN_REVOKED" | "CLIENT_DISABLED" | "FORBIDDEN" | "INSUFFICIENT_SCOPES" | "APPLICATION_DISABLED" | "V1_APPLICATION" | "V1_ACCESS_TOKEN" | "CARD_PROCESSING_NOT_ENABLED" | "MERCHANT_SUBSCRIPTION_NOT_FOUND" | "BAD_REQUEST" | "MISSING_REQUIRED_PARAMETER" | "INCORRECT_TYPE" | "INVALID_TIME" | "INVALID_TIME_RANGE" | "INVALID_VALUE" | "INVALID_CURSOR" | "UNKNOWN_QUERY_PARAMETER" | "CONFLICTING_PARAMETERS" | "EXPECTED_JSON_BODY" | "INVALID_SORT_ORDER" | "VALUE_REGEX_MISMATCH" | "VALUE_TOO_SHORT" | "VALUE_TOO_LONG" | "VALUE_TOO_LOW" | "VALUE_TOO_HIGH" | "VALUE_EMPTY" | "ARRAY_LENGTH_TOO_LONG" | "ARRAY_LENGTH_TOO_SHORT" | "ARRAY_EMPTY" | "EXPECTED_BOOLEAN" | "EXPECTED_INTEGER" | "EXPECTED_FLOAT" | "EXPECTED_STRING" | "EXPECTED_OBJECT" | "EXPECTED_ARRAY" | "EXPECTED_MAP" | "EXPECTED_BASE64_ENCODED_BYTE_ARRAY" | "INVALID_ARRAY_VALUE" | "INVALID_ENUM_VALUE" | "INVALID_CONTENT_TYPE" | "INVALID_FORM_VALUE" | "CUSTOMER_NOT_FOUND" | "ONE_INSTRUMENT_EXPECTED" | "NO_FIELDS_SET" | "TOO_MANY_MAP_ENTRIES" | "MAP_KEY_LENGTH_TOO_SHORT" | "MAP_KEY_LENGTH_TOO_LONG" | "CUSTOMER_MISSING_NAME" | "CUSTOMER_MISSING_EMAIL" | "INVALID_PAUSE_LENGTH" | "INVALID_DATE" | "UNSUPPORTED_COUNTRY" | "UNSUPPORTED_CURRENCY" | "APPLE_TTP_PIN_TOKEN" | "CARD_EXPIRED" | "INVALID_EXPIRATION" | "INVALID_EXPIRATION_YEAR" | "INVALID_EXPIRATION_DATE" | "UNSUPPORTED_CARD_BRAND" | "UNSUPPORTED_ENTRY_METHOD" | "INVALID_ENCRYPTED_CARD" | "INVALID_CARD" | "PAYMENT_AMOUNT_MISMATCH" | "GENERIC_DECLINE" | "CVV_FAILURE" | "ADDRESS_VERIFICATION_FAILURE" | "INVALID_ACCOUNT" | "CURRENCY_MISMATCH" | "INSUFFICIENT_FUNDS" | "INSUFFICIENT_PERMISSIONS" | "CARDHOLDER_INSUFFICIENT_PERMISSIONS" | "INVALID_LOCATION" | "TRANSACTION_LIMIT" | "VOICE_FAILURE" | "PAN_FAILURE" | "EXPIRATION_FAILURE" | "CARD_NOT_SUPPORTED" | "READER_DECLINED" | "INVALID_PIN" | "MISSING_PIN" | "MISSING_ACCOUNT_TYPE" | "INVALID_POSTAL_CODE" | "INVALID_FEES" | "MANUALLY_ENTERED_PAYMENT_NOT_SUPPORTED" | "PAYMENT_LIMIT_EXCEEDED" | "GIFT_CARD_AVAILABLE_AMOUNT" | "ACCOUNT_UNUSABLE" | "BUYER_REFUSED_PAYMENT" | "DELAYED_TRANSACTION_EXPIRED" | "DELAYED_TRANSACTION_CANCELED" | "DELAYED_TRANSACTION_CAPTURED" | "DELAYED_TRANSACTION_FAILED" | "CARD_TOKEN_EXPIRED" | "CARD_TOKEN_USED" | "AMOUNT_TOO_HIGH" | "UNSUPPORTED_INSTRUMENT_TYPE" | "REFUND_AMOUNT_INVALID" | "REFUND_ALREADY_PENDING" | "PAYMENT_NOT_REFUNDABLE" | "PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE" | "REFUND_ERROR_PAYMENT_NEEDS_COMPLETION" | "REFUND_DECLINED" | "INSUFFICIENT_PERMISSIONS_FOR_REFUND" | "INVALID_CARD_DATA" | "SOURCE_USED" | "SOURCE_EXPIRED" | "UNSUPPORTED_LOYALTY_REWARD_TIER" | "LOCATION_MISMATCH" | "ORDER_UNPAID_NOT_RETURNABLE" | "IDEMPOTENCY_KEY_REUSED" | "UNEXPECTED_VALUE" | "SANDBOX_NOT_SUPPORTED" | "INVALID_EMAIL_ADDRESS" | "INVALID_PHONE_NUMBER" | "CHECKOUT_EXPIRED" | "BAD_CERTIFICATE" | "INVALID_SQUARE_VERSION_FORMAT" | "API_VERSION_INCOMPATIBLE" | "CARD_PRESENCE_REQUIRED" | "UNSUPPORTED_SOURCE_TYPE" | "CARD_MISMATCH" | "PLAID_ERROR" | "PLAID_ERROR_ITEM_LOGIN_REQUIRED" | "PLAID_ERROR_RATE_LIMIT" | "CARD_DECLINED" | "VERIFY_CVV_FAILURE" | "VERIFY_AVS_FAILURE" | "CARD_DECLINED_CALL_ISSUER" | "CARD_DECLINED_VERIFICATION_REQUIRED" | "BAD_EXPIRATION" | "CHIP_INSERTION_REQUIRED" | "ALLOWABLE_PIN_TRIES_EXCEEDED" | "RESERVATION_DECLINED" | "UNKNOWN_BODY_PARAMETER" | "NOT_FOUND" | "APPLE_PAYMENT_PROCESSING_CERTIFICATE_HASH_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONFLICT" | "GONE" | "REQUEST_ENTITY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_ENTITY" | "RATE_LIMITED" | "NOT_IMPLEMENTED" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "TEMPORARY_ERROR" | "VERSION_MISMATCH" | "GATEWAY_TIMEOUT";
        GetPaymentRefundResponse: {
            errors?: components["schemas"]["Error"][];
            refund?: components["schemas"]["PaymentRefund"];
        };
        GetPaymentResponse: {
            errors?: components["schemas"]["Error"][];
            payment?: components["schemas"]["Payment"];
        };
        ListDisputesResponse: {
            errors?: components["schemas"]["Error"][];
            disputes?: components["schemas"]["Dispute"][];
            cursor?: string;
        };
        /** @enum {string} */
        ListPaymentRefundsRequestSortField: "CREATED_AT" | "UPDATED_AT";
        ListPaymentRefundsResponse: {
            errors?: components["schemas"]["Error"][];
            refunds?: components["schemas"]["PaymentRefund"][];
            cursor?: string;
        };
        /** @enum {string} */
        ListPaymentsRequestSortField: "CREATED_AT" | "OFFLINE_CREATED_AT" | "UPDATED_AT";
        ListPaymentsResponse: {
            errors?: components["schemas"]["Error"][];
            payments?: components["schemas"]["Payment"][];
            cursor?: string;
        };
        ListPayoutEntriesResponse: {
            payout_entries?: components["schemas"]["PayoutEntry"][];
            cursor?: string;
            errors?: components["schemas"]["Error"][];
        };
        ListPayoutsResponse: {
            payouts?: components["schemas"]["Payout"][];
            cursor?: string;
            errors?: components["schemas"]["Error"][];
        };
        Location: {
            readonly id?: string;
            name?: string | null;
            readonly capabilities?: components["schemas"]["LocationCapability"][];
            status?: components["schemas"]["LocationStatus"];
            readonly merchant_id?: string;
            readonly country?: components["schemas"]["Country"];
            readonly currency?: components["schemas"]["Currency"];
        };
        /** @enum {string} */
        LocationCapability: "CREDIT_CARD_PROCESSING" | "AUTOMATIC_TRANSFERS" | "UNLINKED_REFUNDS";
        /** @enum {string} */
        LocationStatus: "ACTIVE" | "INACTIVE";
        Money: {
            /** Format: int64 */
            amount?: number | null;
            currency?: components["schemas"]["Currency"];
        };
        Payment: {
            readonly id?: string;
            readonly created_at?: string;
            readonly updated_at?: string;
            amount_money?: components["schemas"]["Money"];
            readonly total_money?: components["schemas"]["Money"];
            approved_money?: components["schemas"]["Money"];
            readonly refunded_money?: components["schemas"]["Money"];
            readonly processing_fee?: components["schemas"]["ProcessingFee"][];
            readonly status?: string;
            readonly delay_duration?: string;
            delay_action?: string | null;
            readonly delayed_until?: string;
            readonly source_type?: string;
            card_details?: components["schemas"]["CardPaymentDetails"];
            wallet_details?: components["schemas"]["DigitalWalletDetails"];
            buy_now_pay_later_details?: components["schemas"]["BuyNowPayLaterDetails"];
            readonly location_id?: string;
            readonly reference_id?: string;
            readonly refund_ids?: string[];
            readonly buyer_email_address?: string;
            readonly note?: string;
            readonly receipt_number?: string;
            readonly receipt_url?: string;
            version_token?: string | null;
        };
        PaymentBalanceActivityChargeDetail: {
            payment_id?: string | null;
        };
        PaymentBalanceActivityDisputeDetail: {
            payment_id?: string | null;
            dispute_id?: string | null;
        };
        PaymentBalanceActivityFeeDetail: {
            payment_id?: string | null;
        };
        PaymentBalanceActivityOpenDisputeDetail: {
            payment_id?: string | null;
            dispute_id?: string | null;
        };
        PaymentBalanceActivityRefundDetail: {
            payment_id?: string | null;
            refund_id?: string | null;
        };
        PaymentRefund: {
            id: string;
            status?: string | null;
            location_id?: string | null;
            readonly unlinked?: boolean;
            destination_type?: string | null;
            amount_money: components["schemas"]["Money"];
            processing_fee?: components["schemas"]["ProcessingFee"][] | null;
            payment_id?: string | null;
            reason?: string | null;
            readonly created_at?: string;
            readonly updated_at?: string;
        };
        Payout: {
            id: string;
            status?: components["schemas"]["PayoutStatus"];
            location_id: string;
            created_at?: string;
            updated_at?: string;
            amount_money?: components["schemas"]["Money"];
            destination?: components["schemas"]["Destination"];
            version?: number;
            type?: components["schemas"]["PayoutType"];
            payout_fee?: components["schemas"]["PayoutFee"][] | null;
            arrival_date?: string | null;
            end_to_end_id?: string | null;
        };
        PayoutEntry: {
            id: string;
            payout_id: string;
            effective_at?: string | null;
            type?: components["schemas"]["ActivityType"];
            gross_amount_money?: components["schemas"]["Money"];
            fee_amount_money?: components["schemas"]["Money"];
            net_amount_money?: components["schemas"]["Money"];
            type_charge_details?: components["schemas"]["PaymentBalanceActivityChargeDetail"];
            type_refund_details?: components["schemas"]["PaymentBalanceActivityRefundDetail"];
            type_dispute_details?: components["schemas"]["PaymentBalanceActivityDisputeDetail"];
            type_open_dispute_details?: components["schemas"]["PaymentBalanceActivityOpenDisputeDetail"];
            type_fee_details?: components["schemas"]["PaymentBalanceActivityFeeDetail"];
        };
        PayoutFee: {
            amount_money?: components["schemas"]["Money"];
            effective_at?: string | null;
            type?: components["schemas"]["PayoutFeeType"];
        };
        /** @enum {string} */
        PayoutFeeType: "TRANSFER_FEE" | "TAX_ON_TRANSFER_FEE";
        /** @enum {string} */
        PayoutStatus: "SENT" | "FAILED" | "PAID";
        /** @enum {string} */
        PayoutType: "BATCH" | "SIMPLE";
        ProcessingFee: {
            effective_at?: string | null;
            type?: string | null;
            amount_money?: components["schemas"]["Money"];
        };
        RefundPaymentRequest: {
            idempotency_key: string;
            amount_money: components["schemas"]["Money"];
            payment_id?: string | null;
            reason?: string | null;
        };
        RefundPaymentResponse: {
            errors?: components["schemas"]["Error"][];
            refund?: components["schemas"]["PaymentRefund"];
        };
        ListLocationsResponse: {
            errors?: components["schemas"]["Error"][];
            locations?: components["schemas"]["Location"][];
        };
        RetrieveLocationResponse: {
            errors?: components["schemas"]["Error"][];
            location?: components["schemas"]["Location"];
        };
        /** @enum {string} */
        SortOrder: "DESC" | "ASC";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ListPayments: {
        parameters: {
            query?: {
                begin_time?: string;
                end_time?: string;
                sort_order?: string;
                cursor?: string;
                location_id?: string;
                total?: number;
                last_4?: string;
                card_brand?: string;
                limit?: number;
                is_offline_payment?: boolean;
                offline_begin_time?: string;
                offline_end_time?: string;
                updated_at_begin_time?: string;
                updated_at_end_time?: string;
                sort_field?: components["schemas"]["ListPaymentsRequestSortField"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPaymentsResponse"];
                };
            };
        };
    };
    CreatePayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePaymentResponse"];
                };
            };
        };
    };
    CancelPaymentByIdempotencyKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelPaymentByIdempotencyKeyRequest"];
            };
        };
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelPaymentByIdempotencyKeyResponse"];
                };
            };
        };
    };
    GetPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPaymentResponse"];
                };
            };
        };
    };
    CompletePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletePaymentRequest"];
            };
        };
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletePaymentResponse"];
                };
            };
        };
    };
    CancelPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelPaymentResponse"];
                };
            };
        };
    };
    ListPaymentRefunds: {
        parameters: {
            query?: {
                begin_time?: string;
                end_time?: string;
                sort_order?: string;
                cursor?: string;
                location_id?: string;
                status?: string;
                source_type?: string;
                limit?: number;
                updated_at_begin_time?: string;
                updated_at_end_time?: string;
                sort_field?: components["schemas"]["ListPaymentRefundsRequestSortField"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPaymentRefundsResponse"];
                };
            };
        };
    };
    RefundPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundPaymentRequest"];
            };
        };
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPaymentResponse"];
                };
            };
        };
    };
    GetPaymentRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPaymentRefundResponse"];
                };
            };
        };
    };
    ListLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLocationsResponse"];
                };
            };
        };
    };
    RetrieveLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrieveLocationResponse"];
                };
            };
        };
    };
    ListDisputes: {
        parameters: {
            query?: {
                cursor?: string;
                states?: components["schemas"]["DisputeState"];
                location_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDisputesResponse"];
                };
            };
        };
    };
    ListPayouts: {
        parameters: {
            query?: {
                location_id?: string;
                status?: components["schemas"]["PayoutStatus"];
                begin_time?: string;
                end_time?: string;
                sort_order?: components["schemas"]["SortOrder"];
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPayoutsResponse"];
                };
            };
        };
    };
    ListPayoutEntries: {
        parameters: {
            query?: {
                sort_order?: components["schemas"]["SortOrder"];
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPayoutEntriesResponse"];
                };
            };
        };
    };
}
