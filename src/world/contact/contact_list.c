// SPDX-License-Identifier: MIT
//
// The sorted list of contacts.

#include "contact_list.h"

// The first index in a range whose key is not below this one; keys before first are below, the one at end is not.
static int32_t halve_range(const impi_contact_list* list, uint64_t key, int32_t first, int32_t end)
{
    while (first < end)
    {
        int32_t middle = first + (end - first) / 2;
        if (list->data[middle].key < key)
        {
            first = middle + 1;
        }
        else
        {
            end = middle;
        }
    }
    return first;
}

static int32_t found_at(const impi_contact_list* list, uint64_t key, int32_t at)
{
    return at < list->count && list->data[at].key == key ? at : -1;
}

int32_t impi_contact_list_find(const impi_contact_list* list, imp_pair pair)
{
    uint64_t key = impi_contact_key_of(pair);
    return found_at(list, key, halve_range(list, key, 0, list->count));
}

// Source: searching from a finger by doubled steps (Bentley and Yao 1976).
int32_t impi_contact_list_find_from(const impi_contact_list* list, imp_pair pair, int32_t* from)
{
    uint64_t key = impi_contact_key_of(pair);
    int32_t first = *from < list->count ? *from : list->count, end = first;
    for (int32_t step = 1; first > 0 && list->data[first - 1].key >= key; step *= 2)
    {
        end = first - 1;
        first = end > step ? end - step : 0;
    }
    for (int32_t step = 1; end < list->count && list->data[end].key < key; step *= 2)
    {
        first = end + 1;
        end = list->count - first > step ? first + step : list->count;
    }
    *from = halve_range(list, key, first, end);
    return found_at(list, key, *from);
}

void impi_contact_list_close(impi_contact_list* list)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; ++i)
    {
        list->data[kept] = list->data[i];
        kept += list->data[i].slot >= 0;
    }
    list->count = kept;
}

void impi_contact_list_merge(impi_contact_list* list, const impi_contact_list* more)
{
    // From the end, so that nothing is overwritten before it has moved.
    int32_t i = list->count - 1, k = more->count - 1;
    list->count += more->count;
    for (int32_t out = list->count - 1; k >= 0; --out)
    {
        bool old = i >= 0 && list->data[i].key > more->data[k].key;
        list->data[out] = old ? list->data[i] : more->data[k];
        i -= old;
        k -= !old;
    }
}
