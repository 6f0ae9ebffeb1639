// SPDX-License-Identifier: Apache-2.0
/** The bytes behind a TLM target: pages that are made when they are first written; what was never written reads 0. */
#ifndef RH_TLM_STORE_H
#define RH_TLM_STORE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace rh_sc {

class store {
  public:
    void write(std::uint64_t address, const unsigned char *from, std::uint64_t bytes) {
        each_page(address, bytes, [&](std::uint64_t number, std::uint64_t at, std::uint64_t done, std::uint64_t n) {
            std::memcpy(pages_[number].data() + at, from + done, n);
        });
    }
    void read(std::uint64_t address, unsigned char *to, std::uint64_t bytes) const {
        each_page(address, bytes, [&](std::uint64_t number, std::uint64_t at, std::uint64_t done, std::uint64_t n) {
            auto page = pages_.find(number);
            if (page == pages_.end())
                std::memset(to + done, 0, n);
            else
                std::memcpy(to + done, page->second.data() + at, n);
        });
    }

  private:
    static constexpr std::uint64_t page_bytes = 4096;
    template <class visit> static void each_page(std::uint64_t address, std::uint64_t bytes, visit to) {
        for (std::uint64_t done = 0; done < bytes;) {
            std::uint64_t at = (address + done) % page_bytes, n = std::min(page_bytes - at, bytes - done);
            to((address + done) / page_bytes, at, done, n);
            done += n;
        }
    }
    std::unordered_map<std::uint64_t, std::array<unsigned char, page_bytes>> pages_;
};

} // namespace rh_sc

#endif
